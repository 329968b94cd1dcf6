import type { LoadView } from '#load/load-view.ts';
import { type Measure, measureOf } from '#load/signals/signal.ts';
import type { KnownNode } from '#decisions/rescheduling/problem/known-nodes.ts';
import type { SignalRelief } from '#decisions/rescheduling/relocations/relieve-signals.ts';
import { sharedLevel, sharedSignals, waitsForCores } from '#decisions/rescheduling/problem/shared-signals.ts';
import { hotBeyondPods } from '#decisions/rescheduling/problem/signals-of-pods.ts';

/**
 * What a plan does about one signal that makes a node hot and is measured of nodes alone.
 *
 *   no-share       nobody knows what of it would leave with a pod
 *   cores-idle     what waits there does not wait for cores: whose it is nobody knows
 *   not-now        it was hot, and is not above its line in its newest sample, or that is not known
 *   relieved       the plan's moves bring it under its release level
 *   settling       moves are under way: what they do is measured first
 *   all-hot        no node is cool and takes pods
 *   budget-spent   what would help may not begin now
 *   blind          too little is seen for anything to be moved
 *   nothing-helps  no few pods that may leave would be enough and find a node that stays cool with them
 */
export type SignalOutcome = SignalRelief['outcome'] | 'no-share' | 'cores-idle' | 'not-now' | 'blind';

/** A signal that makes a node hot of which no pod is measured itself, with every number that its outcome rests on. */
export interface SignalFate {
  readonly signal: string;
  readonly measure: Measure;
  /** The newest; null where it is not known. */
  readonly value: number | null;
  readonly threshold: number;
  readonly release: number;
  readonly outcome: SignalOutcome;
  /** What it would be measured at once the plan is carried out; null where nobody knows. */
  readonly after: number | null;
  /** The share of its cores that are busy, where those are not what is waited for. */
  readonly busy?: number;
}

interface Told {
  readonly node: KnownNode;
  readonly load: LoadView;
  /** Of this node. */
  readonly reliefs: readonly SignalRelief[];
  readonly isBlind: boolean;
}

/** Of one node, in the order of the signals. */
export function signalFates(told: Told): readonly SignalFate[] {
  const { node, load } = told;
  const hot = new Set(hotBeyondPods(load, node.loadRow));
  return load.signals.flatMap(({ name, unit, denominator, threshold, release }, at): readonly SignalFate[] => {
    if (!hot.has(name)) return [];
    const value = load.value(node.loadRow, at);
    const said = {
      signal: name,
      measure: measureOf(unit, denominator),
      value: Number.isNaN(value) ? null : value,
      threshold,
      release,
    };
    return [{ ...said, ...fateOf(name, told) }];
  });
}

function fateOf(name: string, { node, load, reliefs, isBlind }: Told): Pick<SignalFate, 'outcome' | 'after' | 'busy'> {
  const signal = sharedSignals(load).find(({ spec }) => spec.name === name);
  if (signal === undefined) return { outcome: 'no-share', after: null };
  const level = sharedLevel(signal, node, load);
  if (signal.spec.share === 'waiting' && !Number.isNaN(level) && !waitsForCores(level, node))
    return { outcome: 'cores-idle', after: null, busy: node.measured.cpuCores / node.capacity.cpuCores };
  const relief = reliefs.find((one) => one.signal === name);
  if (relief === undefined) return { outcome: 'not-now', after: null };
  return isBlind ? { outcome: 'blind', after: null } : { outcome: relief.outcome, after: relief.after };
}
