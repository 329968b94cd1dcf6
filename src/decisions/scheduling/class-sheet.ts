import { intersectionOf } from '#base/intersection.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { FilterPlugin, FilterStep, JudgeRows, Rows, ScorePlugin, ScoreStep } from './framework.ts';
import { NodeScores } from './node-scores.ts';
import type { Profile } from './profile.ts';
import { OK, type VerdictBook } from './verdict-book.ts';

/** Who says anew for every decision what it thinks, and its place among its kind. */
export interface ClusterFilterStep {
  readonly order: number;
  readonly begin: (pod: ComingPod, view: ClusterView) => FilterStep;
}

export interface ClusterScoreStep {
  readonly order: number;
  readonly begin: (pod: ComingPod, view: ClusterView, feasible: Rows) => ScoreStep;
}

interface Named {
  readonly order: number;
  readonly names: ReadonlySet<string>;
  readonly plugin: string;
}

/** What every node is to pods that are alike, as far as it depends on that node alone; kept from decision to decision, mended where nodes changed. */
export class ClassSheet {
  /** By row, of the rows in `candidates`; OK where no plugin that looks at the node alone objects. */
  verdicts: Int32Array = new Int32Array(0);
  feasible: { list: Int32Array; count: number } = { list: new Int32Array(0), count: 0 };
  clusterFilters: ClusterFilterStep[] = [];
  clusterScores: ClusterScoreStep[] = [];
  /** Why such pods cannot be scored, where they cannot. */
  broken: string | undefined = undefined;
  /** A refusal of every node, with its place among the filters; Infinity where there is none. */
  refused: { order: number; verdict: number } = { order: Infinity, verdict: OK };
  readonly #profile: Profile;
  readonly #book: VerdictBook;
  readonly #scores: NodeScores = new NodeScores();
  #nodeFilters: JudgeRows[] = [];
  #isNarrowed = false;
  #candidates: Int32Array = new Int32Array(0);
  #isCandidate: Uint8Array = new Uint8Array(0);
  #survivors: Int32Array = new Int32Array(0);
  #layout = -1;
  #position = 0;

  constructor(profile: Profile, book: VerdictBook) {
    this.#profile = profile;
    this.#book = book;
  }

  /** Brings everything up to the view. */
  refresh(pod: ComingPod, view: ClusterView): void {
    const { changes } = view;
    const pending = changes.since(this.#position);
    if (this.#layout !== changes.layout) this.#prepare(pod, view);
    else if (pending === undefined || pending > this.#candidates.length) this.#judgeAll();
    else if (pending > 0) this.#judgeSince(pending, view);
    this.#layout = changes.layout;
    this.#position = changes.position;
  }

  /** Forgets everything but its columns: the next refresh starts anew. */
  wipe(): void {
    this.#layout = -1;
  }

  #prepare(pod: ComingPod, view: ClusterView): void {
    const { capacity } = view.nodes;
    this.#makeRoom(capacity);
    this.#nodeFilters = [];
    this.clusterFilters = [];
    this.refused = { order: Infinity, verdict: OK };
    const named: Named[] = [];
    for (const [order, plugin] of this.#profile.filters.entries()) this.#prepareFilter(plugin, order, pod, view, named);
    this.clusterScores = [];
    this.broken = undefined;
    this.#scores.begin(capacity);
    for (const [order, { plugin, weight }] of this.#profile.scores.entries()) {
      this.#prepareScore(plugin, order, weight, pod, view);
    }
    this.#choose(view, named);
    this.#judgeAll();
  }

  #makeRoom(capacity: number): void {
    if (this.verdicts.length === capacity) return;
    this.verdicts = new Int32Array(capacity);
    this.feasible = { list: new Int32Array(capacity), count: 0 };
    this.#survivors = new Int32Array(capacity);
    this.#isCandidate = new Uint8Array(capacity);
  }

  #prepareFilter(plugin: FilterPlugin, order: number, pod: ComingPod, view: ClusterView, named: Named[]): void {
    const pen = this.#book.pen(plugin.name, order);
    if (plugin.reach === 'cluster') {
      const begin = plugin.prepare(pod, view, pen);
      if (begin !== undefined) this.clusterFilters.push({ order, begin });
      return;
    }
    const step = plugin.prepare(pod, view, pen);
    if (step.kind === 'refuse' && order < this.refused.order) this.refused = { order, verdict: step.verdict };
    if (step.kind !== 'judge') return;
    this.#nodeFilters.push(step.judge);
    if (step.only !== undefined) named.push({ order, names: step.only, plugin: plugin.name });
  }

  #prepareScore(plugin: ScorePlugin, order: number, weight: number, pod: ComingPod, view: ClusterView): void {
    if (plugin.reach === 'cluster') {
      const begin = plugin.prepare(pod, view);
      if (begin !== undefined) this.clusterScores.push({ order, begin });
      return;
    }
    const step = plugin.prepare(pod, view);
    if (step.kind === 'fail') this.broken ??= `running PreScore plugin "${plugin.name}": ${step.why}`;
    else if (step.kind !== 'skip') this.#scores.add(order, weight, step);
  }

  /** Only nodes that every plugin named can do, where any named some. */
  #choose({ nodes }: ClusterView, named: readonly Named[]): void {
    this.#isNarrowed = named.length > 0;
    this.#candidates = nodes.all();
    if (this.#isNarrowed) {
      const plugins = named.map(({ plugin }) => plugin).toSorted();
      const names = intersectionOf(named.map((one) => one.names));
      if (names.size === 0) this.#refuseAll(named);
      this.#candidates = Int32Array.from([...names].flatMap((name) => nodes.rowOf(name) ?? []));
      const reason = `node(s) didn't satisfy plugin(s) [${plugins.join(' ')}]`;
      this.verdicts.fill(this.#book.pen('', 0).refuse('UnschedulableAndUnresolvable', reason));
      this.#isCandidate.fill(0);
      for (const row of this.#candidates) this.#isCandidate[row] = 1;
    }
  }

  /** It ends with the plugin after whose word no name is left; who would speak later is not asked. */
  #refuseAll(named: readonly Named[]): void {
    const asked = named.filter(
      (_, at) => intersectionOf(named.slice(0, at).map(({ names }) => names)).size > 0 || at === 0,
    );
    const plugins = asked.map(({ plugin }) => plugin).toSorted();
    const { order } = asked.at(-1)!;
    const reason =
      plugins.length === 1
        ? `node(s) didn't satisfy plugin ${plugins[0]}`
        : `node(s) didn't satisfy plugin(s) [${plugins.join(' ')}] simultaneously`;
    if (order < this.refused.order) {
      this.refused = { order, verdict: this.#book.pen('', order).refuse('UnschedulableAndUnresolvable', reason) };
    }
  }

  #judgeAll(): void {
    const { count } = this.#judge(this.#candidates, this.#candidates.length);
    this.feasible.list.set(this.#survivors.subarray(0, count));
    this.feasible.count = count;
  }

  #judgeSince(pending: number, { changes }: ClusterView): void {
    const touched = new Int32Array(pending);
    let count = 0;
    for (let at = this.#position; at < this.#position + pending; at++) {
      const row = changes.rowAt(at);
      if (this.isCandidate(row)) touched[count++] = row;
    }
    const before = touched.map((row) => this.verdicts[row]!);
    this.#judge(touched, count);
    for (let at = 0; at < count; at++) {
      if ((before[at] === OK) !== (this.verdicts[touched[at]!] === OK)) return this.#listFeasible();
    }
  }

  #listFeasible(): void {
    const { list } = this.feasible;
    let count = 0;
    for (const row of this.#candidates) if (this.verdicts[row] === OK) list[count++] = row;
    this.feasible.count = count;
  }

  /** Asks every plugin that looks at nodes alone about these rows; the first that objects ends a row. */
  #judge(rows: Int32Array, count: number): Rows {
    const survivors = { list: this.#survivors, count };
    survivors.list.set(rows.subarray(0, count));
    if (this.#nodeFilters.length === 0) for (let at = 0; at < count; at++) this.verdicts[rows[at]!] = OK;
    for (const judge of this.#nodeFilters) {
      if (judge(survivors, this.verdicts) === 'all-fit') continue;
      survivors.count = keepFitting(survivors, this.verdicts);
    }
    this.#scores.score(survivors);
    return survivors;
  }

  /** Asks the same about one row as it is now, and keeps nothing of it. */
  judgeOnce(row: number, verdicts: Int32Array): number {
    const one = { list: Int32Array.of(row), count: 1 };
    for (const judge of this.#nodeFilters) {
      judge(one, verdicts);
      if (verdicts[row] !== OK) return verdicts[row]!;
    }
    return OK;
  }

  /** What plugins that look at the node alone found it worth. */
  get scores(): Pick<NodeScores, 'columns' | 'settled'> {
    return this.#scores;
  }

  /** The rows that can take such a pod at all. */
  get candidates(): Int32Array {
    return this.#candidates;
  }

  isCandidate(row: number): boolean {
    return !this.#isNarrowed || this.#isCandidate[row] === 1;
  }
}

/** Moves the rows that fit to the front; how many there are. */
export function keepFitting({ list, count }: Rows, verdicts: Int32Array): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    if (verdicts[row] === OK) list[kept++] = row;
  }
  return kept;
}
