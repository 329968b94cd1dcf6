import { configFrom, type Opening } from '#app/once/open-cluster.ts';
import { type PlanPrinting, printPlan } from '#app/once/plan.ts';
import { sayRemarks } from '#app/once/say.ts';
import type { Terminal } from '#app/terminal.ts';
import { seeRecorded } from './recorded-sight.ts';

export interface PlanRecordingAsk extends PlanPrinting {
  readonly places: Opening['places'];
  readonly file: string;
  readonly at: number | undefined;
}

/** Prints what would have been moved when a look was recorded. */
export async function planRecording(ask: PlanRecordingAsk, terminal: Terminal): Promise<void> {
  const config = await configFrom(ask.places);
  const { signal = new AbortController().signal } = terminal;
  const { sight, isTorn } = await seeRecorded(ask, config, signal);
  if (isTorn) sayRemarks(terminal, [TORN]);
  printPlan(sight, config, ask, terminal);
}

/** Said where a recording ends in a look that was not written whole. */
export const TORN = 'the last look was torn while it was written, and is left out';
