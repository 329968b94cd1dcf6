import { limitsInPlace } from '#api/effective-limits.ts';
import type { Node, Taint } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { Config } from '#app/config/schema.ts';
import { type LoadWanted, loadWanted } from '#app/load-sources.ts';
import { rosterOf } from '#app/once/cluster-lists.ts';
import { type KnownCluster, knownFrom, listsOf } from '#app/once/known-cluster.ts';
import { keyOf } from '#cluster/object-shelf.ts';
import { gatherSignals } from '#controllers/gather-reading.ts';
import { movabilityOf } from '#decisions/rescheduling/movability/movability.ts';
import { ownersNow } from '#decisions/rescheduling/movability/owners-now.ts';
import { pinnedByVolume } from '#decisions/rescheduling/movability/pinned-by-volume.ts';
import type { SampleColumns } from '#load/gathering/duplicates.ts';
import { gatherPods, type PodAnswer } from '#load/gathering/gather-pods.ts';
import type { RawSeries } from '#load/sample.ts';
import type { RosterNode, RosterPod } from '#ports/cluster-roster.ts';
import type { PastStep } from '#ports/load-source.ts';
import type { HeardLook, SessionLine } from '#ports/recording.ts';
import type { RecordedHistory } from '#simulation/backtest/recorded-history.ts';
import { assembled, Measured, type SeenNode, type SeenPod, stepBefore } from './seen-objects.ts';

/** Puts looks together to a history: who ran where from when until when, and what it used, by steps of five minutes. */
export class HistoryBuilder {
  readonly #config: Config;
  readonly #wanted: LoadWanted;
  readonly #nodes: Map<string, SeenNode> = new Map();
  readonly #pods: Map<string, SeenPod> = new Map();
  /** The pod that took the place of another that was moved, by uid. */
  readonly #replacements: Map<string, string> = new Map();
  #alive: readonly RosterPod[] = [];
  #looks = 0;
  #firstStep = Number.POSITIVE_INFINITY;
  #lastStep = Number.NEGATIVE_INFINITY;

  constructor(config: Config) {
    this.#config = config;
    this.#wanted = loadWanted(config);
  }

  take(look: HeardLook, { cluster: { version } }: SessionLine): void {
    this.#looks++;
    const known = knownFrom(version, look.objects);
    const { nodes, pods, nodeOfPod } = rosterOf(listsOf(known), look.readAt);
    this.#widen(stepBefore(look.readAt));
    this.#meet(known, nodes);
    this.#meetPods(known, pods, look.readAt);
    for (const { spec, status } of look.migrations.items) {
      if (status?.replacement !== undefined) this.#replacements.set(spec.podRef.uid, status.replacement.uid);
    }
    const alive = new Set(pods.map(({ uid }) => uid));
    const gone = this.#alive.filter(({ uid }) => !alive.has(uid));
    for (const step of look.past) this.#takePast(step, [...gone, ...pods]);
    if (look.reading.pods.kind === 'read') this.#takePods(look.reading.pods, pods, look.readAt);
    this.#takeNodes(look, { nodes, nodeOfPod });
    this.#alive = pods;
  }

  history(): RecordedHistory {
    return assembled({
      firstStep: this.#firstStep,
      lastStep: this.#lastStep,
      looks: this.#looks,
      nodes: [...this.#nodes.values()],
      pods: this.#pods,
      replacements: this.#replacements,
    });
  }

  #meet({ nodes: listed }: KnownCluster, nodes: readonly RosterNode[]): void {
    const byUid = new Map(listed.map((node) => [node.metadata.uid, node]));
    for (const node of nodes) {
      const seen = this.#nodes.get(node.name);
      if (seen !== undefined) seen.looks++;
      else if (!Number.isNaN(node.capacity.cpuCores)) {
        const pool = poolOf(byUid.get(node.uid)!);
        this.#nodes.set(node.name, { node, pool, looks: 1, used: new Measured(), held: new Measured() });
      }
    }
  }

  #meetPods(known: KnownCluster, pods: readonly RosterPod[], at: number): void {
    const byUid = new Map(known.pods.map((pod) => [pod.metadata.uid, pod]));
    const ownerOf = ownersNow(known.store.view(), known.unread);
    for (const pod of pods) {
      const seen = this.#pods.get(pod.uid);
      if (seen === undefined) this.#pods.set(pod.uid, this.#newPod(pod, byUid.get(pod.uid)!, { known, ownerOf, at }));
      else seen.lastSeenAt = at;
    }
  }

  #newPod(
    pod: RosterPod,
    object: Pod,
    { known, ownerOf, at }: { known: KnownCluster; ownerOf: ReturnType<typeof ownersNow>; at: number },
  ): SeenPod {
    const view = known.store.view();
    const placed = view.pod(keyOf(object.metadata));
    const owner = ownerOf(object);
    const pinnedTo = placed === undefined ? undefined : pinnedByVolume(placed, view);
    const may = movabilityOf(
      { pod: object, owner, budgets: [], pinnedTo, now: at },
      this.#config.rescheduling.movability,
    );
    const { cpuMilli } = limitsInPlace(object);
    return {
      pod,
      owner: owner.kind === 'workload' ? owner.workload.ref.uid : pod.uid,
      request: (placed?.usage.amounts[0] ?? 0) / 1000,
      limit: cpuMilli === undefined ? undefined : cpuMilli / 1000,
      isPinned: may.kind === 'unmovable' && may.lasts === 'until-changed',
      lastSeenAt: at,
      used: new Measured(),
      held: new Measured(),
    };
  }

  #takePast({ atMs, signals }: PastStep, pods: readonly RosterPod[]): void {
    const said = (name: string): Iterable<RawSeries> => {
      const reading = signals.find(({ signal }) => signal === name);
      return reading?.kind === 'read' ? reading.series : [];
    };
    const thereThen = pods.filter(({ createdAt }) => !(createdAt > atMs));
    const [{ source } = { source: 'prometheus' }] = signals;
    this.#takePods({ source, cpuCores: said('pod-cpu'), memoryBytes: said('pod-memory') }, thereThen, atMs);
  }

  #takePods(answer: PodAnswer, pods: readonly RosterPod[], at: number): void {
    const { cpuCores, memoryBytes } = gatherPods(answer, pods, { ...this.#config.load, now: at });
    for (const [row, { uid }] of pods.entries()) {
      const seen = this.#pods.get(uid);
      if (seen === undefined) continue;
      if (isKnown(memoryBytes, row)) take(seen.held, memoryBytes, row);
      if (isKnown(cpuCores, row)) this.#widen(take(seen.used, cpuCores, row));
    }
  }

  /** The history is as long as something is known. */
  #widen(step: number): void {
    this.#firstStep = Math.min(this.#firstStep, step);
    this.#lastStep = Math.max(this.#lastStep, step);
  }

  #takeNodes(
    { reading, readAt }: HeardLook,
    roster: {
      readonly nodes: readonly RosterNode[];
      readonly nodeOfPod: Parameters<typeof gatherSignals>[1]['nodeOfPod'];
    },
  ): void {
    const { signals, nodeLabel: label } = this.#wanted;
    const judging = { ...this.#config.load, now: readAt };
    const pass = gatherSignals(reading.signals, roster, { signals, judging, label });
    const of =
      signals.find(({ name }) => name === 'cpu')?.denominator === 'allocatable-cpu' ? 'allocatable' : 'capacity';
    for (const samples of pass.signals) {
      for (const [row, node] of roster.nodes.entries()) {
        const seen = this.#nodes.get(node.name);
        if (seen === undefined || !isKnown(samples, row)) continue;
        if (samples.signal === 'cpu') take(seen.used, samples, row, node[of].cpuCores);
        if (samples.signal === 'memory') take(seen.held, samples, row, node.capacity.memoryBytes);
      }
    }
  }
}

type Samples = Pick<SampleColumns, 'values' | 'takenAt' | 'windowMs'>;

const isKnown = ({ values }: Samples, row: number): boolean => !Number.isNaN(values[row]);

/** Which step it was measured in. */
const take = (into: Measured, { values, takenAt, windowMs }: Samples, row: number, times = 1): number =>
  into.take(times * values[row]!, takenAt[row]!, windowMs[row]!);

/** Those with the same taints that turn pods away. */
function poolOf({ spec }: Node): string {
  // what the control plane itself puts on a node passes
  const lasts = ({ key, effect }: Taint): boolean =>
    effect !== 'PreferNoSchedule' && !key.startsWith('node.kubernetes.io/');
  const taints = (spec?.taints ?? [])
    .filter(lasts)
    .map(({ key, value = '', effect }) => `${key}=${value}:${effect}`)
    .toSorted();
  return taints.join(' ');
}
