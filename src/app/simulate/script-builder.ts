import type { Pod } from '#api/kubernetes/pod.ts';
import type { ReplicatedWorkload } from '#api/kubernetes/workload.ts';
import { controllerOf } from '#api/pod-standing.ts';
import type { HeardLook } from '#ports/recording.ts';
import { beyondPods, boundOf } from '#simulation/backtest/instances-of.ts';
import { fillGaps, type RecordedHistory, type RecordedPod } from '#simulation/backtest/recorded-history.ts';
import type { Courses } from '#simulation/world/nodes/courses.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import type { RecordedAct, RecordedChange, RecordedLife, RecordedScript } from '#simulation/world/recorded-script.ts';
import {
  setTemplate,
  type SetTemplate,
  worldBudget,
  worldDeployment,
  worldNode,
  worldPod,
  worldReplicaSet,
  worldStatefulSet,
} from './recorded-objects.ts';
import { type SeenChange, SeenChanges } from './seen-changes.ts';
import { SeenLives } from './seen-lives.ts';

/** What a world needs to replay a recording. */
export interface RecordedStory {
  readonly script: RecordedScript;
  readonly courses: Courses;
}

/** Puts looks together to what happened in a cluster of which no policy was the cause. */
export class ScriptBuilder {
  readonly #changes: SeenChanges = new SeenChanges();
  readonly #lives: SeenLives = new SeenLives();

  take(look: HeardLook): void {
    this.#changes.take(look);
    this.#lives.take(look);
  }

  /** `history`: the same looks, as what was used. */
  story(history: RecordedHistory): RecordedStory {
    const pods = history.pods.map((pod) => wholeUse(pod, history));
    const lives = this.#livesOf(pods, history.fromMs);
    const samples = new Map<string, Pod>();
    for (const { pod } of lives) {
      const owner = controllerOf(pod);
      if (owner !== undefined && !samples.has(owner.uid)) samples.set(owner.uid, pod);
    }
    const changes = this.#changes.all.map((change) => actOf(change, history.fromMs, samples));
    const nodes = new Map(history.nodes.map(({ name }, number) => [name, pods.length + number]));
    return {
      script: { acts: inOrder([...changes, ...lives.flatMap(actsOf)]), lives, nodes },
      courses: coursesOf(pods, history),
    };
  }

  #livesOf(pods: readonly RecordedPod[], fromMs: number): RecordedLife[] {
    const lives = pods.flatMap((recorded, course): RecordedLife[] => {
      const first = this.#lives.byUid.get(recorded.uid);
      const last = this.#lives.byUid.get(recorded.stays.at(-1)!.uid);
      if (first === undefined) return [];
      const { node, request, isPinned } = recorded;
      const pod = worldPod(first.pod);
      return [
        {
          course,
          owner: controllerOf(pod)?.uid ?? pod.metadata.uid,
          pod,
          node,
          bornMs: first.bornAt - fromMs,
          ...(last?.leftAt === undefined ? {} : { diesMs: last.leftAt - fromMs }),
          isPinned,
          request,
          limit: boundOf(recorded),
        },
      ];
    });
    return oneOfANameAtATime(lives);
  }
}

/** A name is free only once who bore it has gone: nobody lives longer than until the next of its name is born. */
function oneOfANameAtATime(lives: readonly RecordedLife[]): RecordedLife[] {
  const heirs = new Map<string, RecordedLife>();
  return lives
    .toSorted((a, b) => b.bornMs - a.bornMs)
    .map((life) => {
      const key = keyOf(life.pod.metadata);
      const heir = heirs.get(key);
      heirs.set(key, life);
      return heir === undefined ? life : endedBy(life, heir.bornMs);
    })
    .toSorted((a, b) => a.course - b.course);
}

function endedBy(life: RecordedLife, ms: number): RecordedLife {
  return { ...life, diesMs: Math.min(life.diesMs ?? Infinity, ms) };
}

function actsOf(life: RecordedLife): RecordedAct[] {
  const birth = { afterMs: life.bornMs, act: 'birth', life } as const;
  return life.diesMs === undefined ? [birth] : [birth, { afterMs: life.diesMs, act: 'death', life }];
}

function actOf(change: SeenChange, fromMs: number, samples: ReadonlyMap<string, Pod>): RecordedAct {
  const afterMs = change.at - fromMs;
  if (change.kind === 'removed') return { afterMs, act: 'remove', of: change.of, key: change.key };
  return { afterMs, act: 'apply', change: worldChange(change, samples) };
}

function worldChange(
  change: Extract<SeenChange, { kind: 'applied' }>,
  samples: ReadonlyMap<string, Pod>,
): RecordedChange {
  const templateOf = (set: ReplicatedWorkload): SetTemplate => setTemplate(set, samples.get(set.metadata.uid));
  const { of } = change;
  if (of === 'Node') return { of, object: worldNode(change.object) };
  if (of === 'Deployment') return { of, object: worldDeployment(change.object) };
  if (of === 'ReplicaSet') return { of, object: worldReplicaSet(change.object, templateOf(change.object)) };
  if (of === 'StatefulSet') return { of, object: worldStatefulSet(change.object, templateOf(change.object)) };
  return of === 'PodDisruptionBudget' ? { of, object: worldBudget(change.object) } : change;
}

/** At one instant: who comes before who goes, so that what replaces a pod is there already; nodes leave last, empty. */
function inOrder(acts: readonly RecordedAct[]): RecordedAct[] {
  const ranks = { apply: 0, birth: 1, death: 2, remove: 3 } as const;
  return acts.toSorted((a, b) => a.afterMs - b.afterMs || ranks[a.act] - ranks[b.act]);
}

/** Nothing is unknown any more: what was never measured is nothing, and is part of what the pod's node uses beyond its pods. */
function wholeUse(pod: RecordedPod, { steps }: RecordedHistory): RecordedPod {
  const whole = (values: Float64Array): Float64Array => {
    const filled = values.slice();
    // on to the end: until a pod is gone it goes on as it was last seen
    return fillGaps(filled, pod.from, steps) ? filled : new Float64Array(steps);
  };
  return { ...pod, used: whole(pod.used), held: whole(pod.held) };
}

/** Pods first, in their order, then what each node uses beyond them. */
function coursesOf(pods: readonly RecordedPod[], history: RecordedHistory): Courses {
  const { nodes, steps, stepMs } = history;
  const count = pods.length + nodes.length;
  const table = (of: 'used' | 'held'): Float64Array => {
    const values = new Float64Array(steps * count);
    const beyond = nodes.map((node) => beyondPods(node, pods, { of, steps, stepMs }));
    for (const [course, column] of [...pods.map((pod) => pod[of]), ...beyond].entries())
      for (let step = 0; step < steps; step++) values[step * count + course] = column?.[step] ?? 0;
    return values;
  };
  return { count, stepMs, steps, cores: table('used'), bytes: table('held') };
}
