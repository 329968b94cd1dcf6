import { type CustomKind, GROUP } from '#api/definition/custom-kind.ts';
import { ownKinds } from '#api/definition/own-kinds.ts';
import type { PolicyRule } from '#kube/client/rights.ts';
import type { Manifest } from './install-plan.ts';
import { metadataOf } from './names.ts';

interface AggregatedRole extends Manifest {
  readonly rules: readonly PolicyRule[];
}

/**
 * What the cluster's own roles gain: who may view a namespace sees our kinds there; its admins may have pods moved and
 * approve moves, as far as they may evict there, which the admission policy looks at.
 */
export function aggregatedRoles(kinds: readonly CustomKind[]): readonly AggregatedRole[] {
  if (kinds.length === 0) return [];
  const plurals = kinds.map(({ plural }) => plural);
  const isMoved = kinds.some(({ kind }) => kind === 'PodMigration');
  const view = aggregatedRole('view', [{ apiGroups: [GROUP], resources: plurals, verbs: ['get', 'list', 'watch'] }]);
  return isMoved ? [view, aggregatedRole('admin', movers)] : [view];
}

const movers: readonly PolicyRule[] = [
  { apiGroups: [GROUP], resources: ['podmigrations'], verbs: ['create', 'delete'] },
  { apiGroups: [GROUP], resources: ['podmigrations/status'], verbs: ['update'] },
];

function aggregatedRole(into: 'view' | 'admin', rules: readonly PolicyRule[]): AggregatedRole {
  const { labels, ...rest } = metadataOf(`plimsoll-aggregate-to-${into}`);
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { ...rest, labels: { ...labels, [`rbac.authorization.k8s.io/aggregate-to-${into}`]: 'true' } },
    rules,
  };
}

/** Those that some of these rights are about. */
export function kindsIn(rules: readonly PolicyRule[]): typeof ownKinds {
  const named = new Set(
    rules.flatMap((rule) => ('nonResourceURLs' in rule || !rule.apiGroups.includes(GROUP) ? [] : rule.resources)),
  );
  return ownKinds.filter(({ custom }) => named.has(custom.plural));
}
