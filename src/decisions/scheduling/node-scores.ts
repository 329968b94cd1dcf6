import type { Normalise, Rows, ScoreRows, ScoreStep } from './framework.ts';

/** What a plugin that looks at nodes alone found them worth. */
export interface NodeScoreColumn {
  readonly order: number;
  readonly weight: number;
  /** Undefined where all got the same. */
  readonly score: ScoreRows | undefined;
  readonly normalise: Normalise | undefined;
  readonly raw: Int32Array;
  /** What all got, where all got the same without being asked. */
  readonly alike: number | undefined;
  /** Whether every node got 0 so far: then normalising makes all alike. */
  isFlat: boolean;
}

const NONE = new Int32Array(0);

/** What every node is worth to pods that are alike, to each plugin that looks at that node alone. */
export class NodeScores {
  /** By row: weighted scores that need no normalising, summed. */
  settled: Int32Array = new Int32Array(0);
  readonly columns: NodeScoreColumn[] = [];
  /** Columns of earlier preparations, to be written over. */
  readonly #spare: Int32Array[] = [];

  /** Forgets what was prepared. */
  begin(capacity: number): void {
    this.columns.length = 0;
    if (this.settled.length === capacity) return;
    this.settled = new Int32Array(capacity);
    this.#spare.length = 0;
  }

  add(order: number, weight: number, step: Extract<ScoreStep, { kind: 'alike' | 'score' }>): void {
    const alike = step.kind === 'alike' ? step.raw : undefined;
    const raw = alike === undefined ? (this.#spare[this.columns.length] ??= new Int32Array(this.settled.length)) : NONE;
    const score = step.kind === 'score' ? step.score : undefined;
    const isFlat = alike === undefined || alike === 0;
    this.columns.push({ order, weight, score, normalise: step.normalise, raw, alike, isFlat });
  }

  /** Asks all of them about these rows. */
  score(rows: Rows): void {
    for (const column of this.columns) {
      if (column.score === undefined) continue;
      column.score(rows, column.raw);
      if (column.normalise !== undefined && column.isFlat) column.isFlat = isAllZero(rows, column.raw);
    }
    const [one = NOTHING, other = NOTHING, ...more] = this.columns.filter(isSettled);
    sumOfTwo(rows, one, other, this.settled);
    for (const column of more) addWeighted(rows, column, this.settled);
  }
}

const isSettled = ({ score, normalise }: NodeScoreColumn): boolean => score !== undefined && normalise === undefined;

type Weighted = Pick<NodeScoreColumn, 'raw' | 'weight'>;

/** Stands in where fewer than two plugins score without normalising. */
const NOTHING: Weighted = { raw: NONE, weight: 0 };

/** What nearly every pod needs, in one go. */
function sumOfTwo({ list, count }: Rows, one: Weighted, other: Weighted, sums: Int32Array): void {
  const { raw, weight } = one;
  const { raw: otherRaw, weight: otherWeight } = other;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    sums[row] = (weight === 0 ? 0 : weight * raw[row]!) + (otherWeight === 0 ? 0 : otherWeight * otherRaw[row]!);
  }
}

function addWeighted({ list, count }: Rows, { raw, weight }: Weighted, sums: Int32Array): void {
  for (let at = 0; at < count; at++) sums[list[at]!]! += weight * raw[list[at]!]!;
}

function isAllZero({ list, count }: Rows, raw: Int32Array): boolean {
  for (let at = 0; at < count; at++) if (raw[list[at]!] !== 0) return false;
  return true;
}
