import type { Node } from '#api/kubernetes/node.ts';
import { inUnits, parseAmount, wrap } from '../amount.ts';
import { brokenLine } from '../broken-line.ts';
import { findVolumes, sizeOf } from '../find-volumes.ts';
import { type Probe, type ScorePlan, skip } from '../plugin.ts';
import { claimsOf } from '../pod-claims.ts';

interface Storage {
  readonly requested: bigint;
  readonly capacity: bigint;
}

const emptyFirst = brokenLine([
  { utilization: 0, score: 10 },
  { utilization: 100, score: 0 },
]);

/** Prefers nodes whose storage the pod's unbound claims would fill least. */
export function planVolumeScore(probe: Probe): ScorePlan {
  return probe.dialect.storageCapacityScores ? { kind: 'scores', score: (node) => scoreOf(node, probe) } : skip;
}

function scoreOf(node: Node, probe: Probe): number {
  const classes = [...storageByClass(node, probe).values()];
  if (classes.length === 0) return 0;
  const scores = classes.map(({ requested, capacity }) =>
    emptyFirst(capacity === 0n || requested > capacity ? 100n : wrap(requested * 100n) / capacity),
  );
  return Math.round(Number(scores.reduce((sum, score) => sum + score, 0n)) / scores.length);
}

/** Of volumes that are there, or else of those to be made. */
function storageByClass(node: Node, probe: Probe): ReadonlyMap<string, Storage> {
  const storage = new Map<string, Storage>();
  const claims = claimsOf(probe);
  const found = 'code' in claims ? undefined : findVolumes(claims, node, probe);
  if (found?.kind !== 'found') return storage;
  for (const { claim, volume } of found.chosen) {
    const before = storage.get(volume.spec.storageClassName ?? '') ?? { requested: 0n, capacity: 0n };
    storage.set(volume.spec.storageClassName ?? '', {
      requested: wrap(before.requested + sizeOf(claim.spec.resources?.requests)),
      capacity: wrap(before.capacity + sizeOf(volume.spec.capacity)),
    });
  }
  if (found.chosen.length > 0) return storage;
  for (const { claim, capacity } of found.provisioned) {
    if (capacity?.capacity === undefined) continue;
    const name = claim.spec.storageClassName ?? '';
    storage.set(name, {
      requested: wrap((storage.get(name)?.requested ?? 0n) + sizeOf(claim.spec.resources?.requests)),
      capacity: inUnits(parseAmount(capacity.capacity), 0),
    });
  }
  return storage;
}
