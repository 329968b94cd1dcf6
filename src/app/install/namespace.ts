import type { Manifest } from './install-plan.ts';
import { metadataOf } from './names.ts';

const modes = ['enforce', 'audit', 'warn'] as const;

/** Our namespace, in which Pod Security `restricted` is enforced. */
export function ownNamespace(name: string): Manifest {
  const { labels, ...rest } = metadataOf(name);
  const security = modes.map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted'] as const);
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { ...rest, labels: { ...labels, ...Object.fromEntries(security) } },
  };
}
