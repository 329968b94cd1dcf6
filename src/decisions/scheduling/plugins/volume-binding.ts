import { isBadQuantity, type Quantity, readQuantity, wholeUnits } from '#api/quantity.ts';
import { divideWhole } from '../divide.ts';
import { type Found, storageOf, volumeFinder } from '#decisions/scheduling/volumes/find-volumes.ts';
import { type ClusterFilter, type ClusterScore, type FilterStep, type ScoreStep, SKIP } from '../framework.ts';
import { claimsOf } from '#decisions/scheduling/volumes/pod-claims.ts';
import { claimNameOf } from '#decisions/scheduling/volumes/pod-volumes.ts';
import { OK, type Pen } from '../verdict-book.ts';

/** Thousands of nodes say the same few things: each is written down once. */
function wording(pen: Pen): (found: Found) => number {
  const known = new Map<string, number>();
  return (found) => {
    if (found.kind === 'found') return OK;
    if (found.kind === 'error') return pen.refuse('Error', found.why);
    const { reasons } = found;
    const key = reasons.length === 1 ? reasons[0]! : reasons.join('\0');
    const number = known.get(key) ?? pen.refuse('UnschedulableAndUnresolvable', ...reasons);
    known.set(key, number);
    return number;
  };
}

/** Bound claims hold a pod where their volumes are; for the others a node must have a volume, or room for one. */
export const volumeBinding: ClusterFilter = {
  name: 'VolumeBinding',
  reach: 'cluster',
  prepare({ shape: { spec } }, _view, pen) {
    if ((spec.volumes ?? []).every((volume) => claimNameOf(volume, '') === undefined)) return undefined;
    return (pod, view): FilterStep => {
      const claims = claimsOf(pod, view);
      if ('code' in claims) {
        const words =
          claims.code === 'Error' ? `running PreFilter plugin "VolumeBinding": ${claims.reason}` : claims.reason;
        return { kind: 'refuse', verdict: pen.refuse(claims.code, words) };
      }
      if (claims.bound.length + claims.waiting.length === 0) return SKIP;
      const find = volumeFinder(claims, view);
      const verdictOn = wording(pen);
      return {
        kind: 'judge',
        judge({ list, count }, verdicts) {
          for (let at = 0; at < count; at++) verdicts[list[at]!] = verdictOn(find(list[at]!));
        },
      };
    };
  },
};

interface Storage {
  readonly requested: number;
  readonly capacity: number;
}

const unitsOf = (text: string): number => {
  const read = readQuantity(text);
  return isBadQuantity(read) ? 0 : wholeUnits(read);
};

/** By class: of volumes that are there, or else of those to be made. */
function storageByClass({ chosen, provisioned }: Extract<Found, { kind: 'found' }>): Iterable<Storage> {
  const storage = new Map<string, Storage>();
  const units = (quantity: Quantity): number => wholeUnits(quantity);
  for (const { claim, volume } of chosen) {
    const name = volume.spec.storageClassName ?? '';
    const { requested, capacity } = storage.get(name) ?? { requested: 0, capacity: 0 };
    storage.set(name, {
      requested: requested + units(storageOf(claim.spec.resources?.requests)),
      capacity: capacity + units(storageOf(volume.spec.capacity)),
    });
  }
  if (chosen.length > 0) return storage.values();
  for (const { claim, capacity } of provisioned) {
    if (capacity?.capacity === undefined) continue;
    const name = claim.spec.storageClassName ?? '';
    const before = storage.get(name)?.requested ?? 0;
    const requested = before + units(storageOf(claim.spec.resources?.requests));
    storage.set(name, { requested, capacity: unitsOf(capacity.capacity) });
  }
  return storage.values();
}

/** The emptier the storage will be, the better; 0 where nothing is to be bound. */
function scoreOf(found: Found): number {
  if (found.kind !== 'found') return 0;
  const scores = [...storageByClass(found)].map(({ requested, capacity }) =>
    capacity === 0 || requested > capacity ? 0 : 100 - divideWhole(requested * 100, capacity),
  );
  return scores.length === 0 ? 0 : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/** Prefers nodes whose storage a pod's waiting claims would fill least. */
export const volumeBindingScore: ClusterScore = {
  name: 'VolumeBinding',
  reach: 'cluster',
  prepare({ shape: { spec } }, { dialect }) {
    if (!dialect.scoresStorageCapacity) return undefined;
    if ((spec.volumes ?? []).every((volume) => claimNameOf(volume, '') === undefined)) return undefined;
    return (pod, view): ScoreStep => {
      const claims = claimsOf(pod, view);
      if ('code' in claims || claims.waiting.length === 0) return { kind: 'alike', raw: 0 };
      const find = volumeFinder(claims, view);
      return {
        kind: 'score',
        score({ list, count }, raw) {
          for (let at = 0; at < count; at++) raw[list[at]!] = scoreOf(find(list[at]!));
        },
      };
    };
  },
};
