import type { ParseArgsOptionsConfig } from 'node:util';

/** One number of a suite, beside its goal and, where there is one, the peer's number from the same run. */
export interface Measure {
  readonly value: number;
  /** `s`, `ms`, `MB`, `ratio`, `percent`, `1/s`… */
  readonly unit: string;
  /** `<= 80`, `>= 4`, `< 50`, `= 1`; absent where a number is only printed. */
  readonly goal?: string;
  readonly peer?: { readonly name: string; readonly value: number };
}

export type Measures = Readonly<Record<string, Measure>>;

/** What the command line set of a suite's own options. */
export type SuiteOptions = Readonly<Record<string, unknown>>;

/** Measures, and what else a suite has to say. */
export interface Findings {
  readonly measures: Measures;
  /** Stands beside the measures in the result file. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Printed above the measures. */
  readonly printed?: string;
  /** Only a part was run, or on other data: the result file stays as it is. */
  readonly partial?: boolean;
}

/** What a suite's file exports: run it, and give its findings. Progress goes to stderr. */
export interface Suite {
  /** One sentence on what is measured, and beside what. */
  readonly about: string;
  /** Options of its own on the command line, as `parseArgs` of node:util takes them. */
  readonly options?: ParseArgsOptionsConfig;
  readonly run: (say: (line: string) => void, options: SuiteOptions) => Promise<Measures | Findings>;
}

/** A suite that has nothing but measures returns them bare. */
export const findingsOf = (result: Measures | Findings): Findings =>
  isFindings(result) ? result : { measures: result };

const isFindings = (result: Measures | Findings): result is Findings =>
  'measures' in result && !('value' in result.measures);

/** What is committed in `bench/results/SUITE.json`. */
export interface SuiteResult {
  readonly suite: string;
  readonly command: string;
  readonly date: string;
  readonly machine: { readonly cpus: number; readonly model: string; readonly node: string };
  readonly measures: Measures;
}

const compare = {
  '<=': (value: number, limit: number) => value <= limit,
  '>=': (value: number, limit: number) => value >= limit,
  '<': (value: number, limit: number) => value < limit,
  '>': (value: number, limit: number) => value > limit,
  '=': (value: number, limit: number) => value === limit,
};
type Comparison = keyof typeof compare;

/** Whether a number meets its goal; a measure without one always does. */
export function meets({ value, goal }: Pick<Measure, 'value' | 'goal'>): boolean {
  if (goal === undefined) return true;
  const parsed = /^(<=|>=|<|>|=) *(-?\d+(?:\.\d+)?)$/.exec(goal);
  if (parsed === null) throw new Error(`a goal is written like "<= 80", not ${JSON.stringify(goal)}`);
  return compare[parsed[1] as Comparison](value, Number(parsed[2]));
}
