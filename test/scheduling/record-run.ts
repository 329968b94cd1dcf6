import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Measures, SuiteResult } from '../../bench/measure.ts';

const file = join(import.meta.dirname, '../../bench/results/oracle.json');

/** One run of random worlds, as it can be run again: its command says its seed. */
export interface ProofRun {
  /** A: the released kube-scheduler; B: its code in our oracle. */
  readonly tier: 'A' | 'B';
  readonly command: string;
  readonly date: string;
  readonly worlds: number;
  readonly probes: number;
  readonly differing: number;
  /** Probes of which kube-scheduler's code itself says now this, now that. */
  readonly wavering: number;
  /** Node verdicts of ours that say they do not know. */
  readonly unknown: number;
}

interface ProofResult extends SuiteResult {
  readonly runs: readonly ProofRun[];
}

const runsBefore = (): readonly ProofRun[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ProofResult).runs : [];

function measuresOf(runs: readonly ProofRun[]): Measures {
  const sum = (tier: ProofRun['tier'], field: 'probes' | 'differing'): number =>
    runs.filter((run) => run.tier === tier).reduce((total, run) => total + run[field], 0);
  return {
    probes: { value: sum('B', 'probes'), unit: 'probes', goal: '>= 190000' },
    differing: { value: sum('B', 'differing'), unit: 'probes', goal: '= 0' },
    'tier-a-probes': { value: sum('A', 'probes'), unit: 'probes', goal: '>= 5000' },
    'tier-a-differing': { value: sum('A', 'differing'), unit: 'probes', goal: '= 0' },
  };
}

/** Adds a run to `bench/results/oracle.json`; the same command run again takes the place of its earlier run. */
export function recordRun(run: ProofRun): void {
  const runs = [...runsBefore().filter(({ command }) => command !== run.command), run];
  const result: ProofResult = {
    suite: 'oracle',
    command: 'npm run test:oracle -- --record',
    date: run.date,
    machine: { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version },
    measures: measuresOf(runs),
    runs,
  };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}
