import type { Pod } from '#api/kubernetes/pod.ts';
import { isTerminating } from '#api/pod-standing.ts';
import type { Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { Evictor } from '#ports/evictor.ts';
import type { ApiWay } from './api-faults.ts';
import { outcomeOf } from './api-verb.ts';
import { budgetsOf } from '#simulation/world/controllers/budgets.ts';
import { evict, type EvictionAnswer } from '#simulation/world/controllers/evictions.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import { US, type WorldCore } from '#simulation/world/world-core.ts';

/** Evicts in a world, as the live evictor does: the pod is read first, for a wrong uid would spend a budget. */
export function worldEvictor(core: WorldCore, way: ApiWay): Evictor {
  return {
    rehearse: (pod, abort) => outcomeOf(() => tryToEvict(core, way, { pod, isRehearsal: true, abort }), abort),
    evict: (pod, abort) => outcomeOf(() => tryToEvict(core, way, { pod, isRehearsal: false, abort }), abort),
  };
}

interface Trial {
  readonly pod: PodKey;
  readonly isRehearsal: boolean;
  readonly abort: AbortSignal | undefined;
}

async function tryToEvict(core: WorldCore, way: ApiWay, { pod, isRehearsal, abort }: Trial): Promise<Outcome> {
  const { namespace, name, uid } = pod;
  const found = await way.ask(`reading pod ${namespace}/${name}`, () => podOf(core, pod), abort);
  if (found === undefined) return { kind: 'moot', why: 'gone' };
  if (isTerminating(found)) return { kind: 'moot', why: 'leaving' };
  const ask = { namespace, name, uid, dryRun: isRehearsal, by: US };
  const answer = await way.ask(`evicting ${namespace}/${name}`, () => evict(core, ask), abort);
  return outcomeOfAnswer(core, found, answer);
}

function outcomeOfAnswer(core: WorldCore, pod: Pod, answer: EvictionAnswer): Outcome {
  switch (answer.code) {
    case 201:
      return { kind: 'done' };
    case 404:
    case 409:
      return { kind: 'moot', why: 'gone' };
    case 429:
      return { kind: 'held', message: `A disruption budget holds it: ${answer.message}` };
    case 500: {
      const names = budgetsOf(core, pod).map(({ metadata }) => metadata.name);
      const message = `Pod ${keyOf(pod.metadata)} is under ${names.length} disruption budgets, ${names.toSorted().join(' and ')}.`;
      return { kind: 'refused', reason: 'TwoBudgets', message };
    }
  }
}

/** The very pod, if it is still there; not another of its name. */
export function podOf({ store }: Pick<WorldCore, 'store'>, key: PodKey): Pod | undefined {
  const pod = store.get('Pod', keyOf(key));
  return pod?.metadata.uid === key.uid ? pod : undefined;
}
