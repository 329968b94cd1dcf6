import type { Outcome, Verb } from '#decisions/rescheduling/migration/verb.ts';
import type { EvictionRequester } from '#ports/eviction-requester.ts';
import type { Evictor } from '#ports/evictor.ts';
import type { ReplacementMarker } from '#ports/replacement-marker.ts';
import type { Surger } from '#ports/surger.ts';

/** Everything that can be done to a pod on behalf of a migration. */
export interface Hands {
  readonly evictor: Evictor;
  readonly requester: EvictionRequester;
  readonly surger: Surger;
  readonly marker: ReplacementMarker;
}

/** Does the one thing. */
export function carryOut(
  verb: Verb,
  { evictor, requester, surger, marker }: Hands,
  abort?: AbortSignal,
): Promise<Outcome> {
  switch (verb.kind) {
    case 'rehearse':
      return evictor.rehearse(verb.pod, abort);
    case 'evict':
      return evictor.evict(verb.pod, abort);
    case 'request':
      return requester.request(verb.pod, abort);
    case 'withdrawRequest':
      return requester.withdraw(verb.pod, abort);
    case 'createClone':
      return surger.createClone(verb.clone, verb.of, verb.nodes, abort);
    case 'lowerDeletionCost':
      return surger.lowerDeletionCost(verb.pod, verb.migration, abort);
    case 'adoptClone':
      return surger.adoptClone(verb.clone, verb.of, abort);
    case 'removeClone':
      return surger.removeClone(verb.clone, abort);
    case 'restoreDeletionCost':
      return surger.restoreDeletionCost(verb.pod, verb.was, abort);
    case 'mark':
      return marker.mark(verb.pod, verb.marks, abort);
  }
}
