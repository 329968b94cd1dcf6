import type {
  LoadReading,
  LoadSource,
  LoadSourceName,
  PassedOver,
  PastAsk,
  PastStep,
  PodsReading,
  ReadAsk,
  SignalReading,
  SourceProblem,
} from '#ports/load-source.ts';
import { type Given, inTurn, type Wanted } from '#controllers/in-turn.ts';

/** Which sources are asked for what, the most wanted first. Those that are not open are passed by. */
export interface Precedence {
  readonly ofSignal: (signal: string) => readonly LoadSourceName[];
  readonly ofPods: readonly LoadSourceName[];
}

type Sources = readonly [LoadSource, ...LoadSource[]];

/**
 * Several sources as one, which it closes. In a pass each signal comes from one of them for the whole cluster: from the
 * first in its order that can answer it and does, naming anybody at all. Nodes that this one leaves out are unknown, and
 * not taken from the next: sources measure differently, and a node that changed its source from pass to pass would seem
 * to change its load. The same holds for pods.
 */
export function mixedSource(sources: Sources, precedence: Precedence): LoadSource {
  const candidates = candidatesAmong(sources, precedence);
  return {
    name: 'mixed',
    signals: [...new Set(sources.flatMap(({ signals }) => signals))].filter((signal) => candidates.isAnswered(signal)),
    read: (ask) => readMixed(ask, candidates),
    past: (ask) => pastMixed(ask, candidates),
    close: async () => void (await Promise.all(sources.map((source) => source.close()))),
  };
}

/** Whom to ask. */
interface Candidates {
  readonly isAnswered: (signal: string) => boolean;
  readonly ofSignal: (signal: string) => Sources;
  readonly ofPods: Sources;
}

function candidatesAmong(sources: Sources, { ofSignal, ofPods }: Precedence): Candidates {
  const inOrder = (names: readonly LoadSourceName[]): readonly LoadSource[] =>
    names.flatMap((name) => sources.find((source) => source.name === name) ?? []);
  const ableTo = (signal: string): readonly LoadSource[] =>
    inOrder(ofSignal(signal)).filter(({ signals }) => signals.includes(signal));
  // where nobody can, one is asked all the same: it says why not
  const orOne = ([first, ...others]: readonly LoadSource[]): Sources =>
    first === undefined ? [sources[0]] : [first, ...others];
  return {
    isAnswered: (signal) => ableTo(signal).length > 0,
    ofSignal: (signal) => orOne(ableTo(signal)),
    ofPods: orOne(inOrder(ofPods)),
  };
}

/** One of the two. */
interface Answer {
  readonly signal?: SignalReading;
  readonly pods?: PodsReading;
}

/** What pods used is remembered under these names, by whoever is asked for pods. */
const podSignals: ReadonlySet<string> = new Set(['pod-cpu', 'pod-memory']);

/** No signal has this name: it is no name. */
const PODS = '';

async function readMixed({ signals, pods, ...rest }: ReadAsk, candidates: Candidates): Promise<LoadReading> {
  const readings: LoadReading[] = [];
  const wanted: readonly Wanted[] = [
    ...signals.map((signal) => ({ of: signal, candidates: candidates.ofSignal(signal) })),
    ...(pods === 'asked' ? [{ of: PODS, candidates: candidates.ofPods }] : []),
  ];
  const taken = await inTurn<Answer>(wanted, async (source, of) => {
    const asked = of.filter((one) => one !== PODS);
    const reading = await source.read({ ...rest, signals: asked, pods: of.includes(PODS) ? 'asked' : 'not-asked' });
    readings.push(reading);
    const bySignal = new Map(reading.signals.map((one) => [one.signal, one]));
    return (one) => (one === PODS ? podsGiven(reading) : signalGiven(bySignal.get(one)!, reading.problems));
  });
  return {
    signals: signals.map((signal) => {
      const { answer, passedOver } = taken.get(signal)!;
      return { ...answer.signal!, ...told(passedOver) };
    }),
    pods: podsTaken(taken.get(PODS)),
    problems: readings.flatMap(({ problems }) => problems),
    warnings: [...new Set(readings.flatMap(({ warnings }) => warnings))],
    isDegraded: readings.some(({ isDegraded }) => isDegraded),
  };
}

function signalGiven(signal: SignalReading, problems: readonly SourceProblem[]): Given<Answer> {
  if (signal.kind === 'failed') return { kind: 'wanting', answer: { signal }, fault: signal.fault };
  return isEmpty(signal.series) ? wanting({ signal }, problems, [signal.signal]) : { kind: 'good', answer: { signal } };
}

function podsGiven({ pods, problems }: LoadReading): Given<Answer> {
  if (pods.kind !== 'read') return wanting({ pods }, problems, ['pod-cpu', 'pod-memory']);
  if (isEmpty(pods.cpuCores)) return wanting({ pods }, problems, ['pod-cpu']);
  return isEmpty(pods.memoryBytes) ? wanting({ pods }, problems, ['pod-memory']) : { kind: 'good', answer: { pods } };
}

function wanting(answer: Answer, problems: readonly SourceProblem[], of: readonly string[]): Given<Answer> {
  const fault = problems.find(({ signals }) => of.some((signal) => signals.includes(signal)))?.fault;
  return { kind: 'wanting', answer, ...(fault === undefined ? {} : { fault }) };
}

function podsTaken(
  taken: { readonly answer: Answer; readonly passedOver: readonly PassedOver[] } | undefined,
): PodsReading {
  if (taken === undefined) return { kind: 'not-asked' };
  const pods = taken.answer.pods!;
  if (pods.kind !== 'failed') return pods.kind === 'read' ? { ...pods, ...told(taken.passedOver) } : pods;
  return { kind: 'failed', faults: [...taken.passedOver.map(({ fault }) => fault), ...pods.faults] };
}

/** Each signal from the first that remembers it; where nobody does, what the last said who could not be asked. */
async function pastMixed({ signals, ...span }: PastAsk, candidates: Candidates): Promise<readonly PastStep[]> {
  const candidatesOf = (signal: string): Sources =>
    podSignals.has(signal) ? candidates.ofPods : candidates.ofSignal(signal);
  const wanted = signals.map((signal) => ({ of: signal, candidates: candidatesOf(signal) }));
  const unread = new Map<string, readonly PastStep[]>();
  const taken = await inTurn<readonly PastStep[]>(wanted, async (source, of) => {
    const steps = await source.past({ ...span, signals: of });
    return (signal) => {
      const given = pastGiven(signal, steps);
      if (given.answer.some(isFailed)) unread.set(signal, given.answer);
      return given;
    };
  });
  const answerOf = (signal: string): readonly PastStep[] => {
    const { answer } = taken.get(signal)!;
    return answer.length === 0 ? (unread.get(signal) ?? []) : answer;
  };
  const bySteps = new Map<number, SignalReading[]>();
  for (const { atMs, signals: readings } of signals.flatMap(answerOf)) {
    bySteps.set(atMs, [...(bySteps.get(atMs) ?? []), ...readings]);
  }
  return [...bySteps].map(([atMs, readings]) => ({ atMs, signals: readings })).toSorted((a, b) => a.atMs - b.atMs);
}

function pastGiven(signal: string, steps: readonly PastStep[]): Given<readonly PastStep[]> {
  const answer = steps.map(({ atMs, signals }) => ({ atMs, signals: signals.filter((one) => one.signal === signal) }));
  const isKnown = answer.some(({ signals }) => signals.some((one) => one.kind === 'read' && !isEmpty(one.series)));
  return { kind: isKnown ? 'good' : 'wanting', answer };
}

function isFailed({ signals }: PastStep): boolean {
  return signals.some(({ kind }) => kind === 'failed');
}

function isEmpty(series: Iterable<unknown>): boolean {
  return series[Symbol.iterator]().next().done === true;
}

function told(passedOver: readonly PassedOver[]): { readonly passedOver?: readonly PassedOver[] } {
  return passedOver.length === 0 ? {} : { passedOver };
}
