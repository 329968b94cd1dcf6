import { findVolumes } from '../find-volumes.ts';
import { failure, type FilterPlan, type NaivePlugin, type Probe, skip, unresolvable } from '../plugin.ts';
import { claimsOf } from '../pod-claims.ts';
import { planVolumeScore } from './volume-binding-score.ts';

/** Claims that are bound bind the pod to where their volume is; others must find one, or room for one. */
export const volumeBinding: NaivePlugin = { name: 'VolumeBinding', planFilter, planScore: planVolumeScore };

function planFilter(probe: Probe): FilterPlan {
  const claims = claimsOf(probe);
  if ('code' in claims) return { kind: 'refuses', ...claims };
  if (claims.bound.length === 0 && claims.waiting.length === 0) return skip;
  return {
    kind: 'judges',
    judge: (node) => {
      const found = findVolumes(claims, node, probe);
      if (found.kind === 'fails') return failure(found.why);
      return found.kind === 'missing' ? unresolvable(...found.reasons) : undefined;
    },
  };
}
