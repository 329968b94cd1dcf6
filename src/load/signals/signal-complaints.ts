import { measureOf, type SignalSpec } from './signal.ts';

/** With 40 characters of prefix, what is left of the 63 an annotation key may have. */
const LONGEST_NAME = 23;
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
/** What we write beside the signals. */
const TAKEN_NAMES: ReadonlySet<string> = new Set(['overloaded', 'last-updated']);

interface Demand {
  readonly holds: (signal: SignalSpec) => boolean;
  readonly otherwise: (signal: SignalSpec) => string;
}

const demands: readonly Demand[] = [
  {
    holds: ({ name }) => NAME.test(name) && name.length <= LONGEST_NAME,
    otherwise: () => `its name must be fit to end an annotation key: at most ${LONGEST_NAME} of A-Z a-z 0-9 - _ .`,
  },
  {
    holds: ({ name }) => !TAKEN_NAMES.has(name),
    otherwise: ({ name }) => `the name ${name} is taken by what is written beside the signals`,
  },
  {
    holds: ({ unit, denominator }) => unit !== 'cores' || denominator === 'none' || denominator.endsWith('-cpu'),
    otherwise: ({ denominator }) => `cores over ${denominator} have no meaning`,
  },
  {
    holds: ({ unit, denominator }) => unit !== 'bytes' || denominator === 'none' || denominator.endsWith('-memory'),
    otherwise: ({ denominator }) => `bytes over ${denominator} have no meaning`,
  },
  {
    holds: ({ unit, denominator }) => unit !== 'milliseconds' || denominator === 'none',
    otherwise: ({ denominator }) => `milliseconds over ${denominator} have no meaning`,
  },
  {
    holds: ({ threshold, most, least }) => Number.isFinite(threshold) && threshold > least && threshold < most,
    otherwise: ({ threshold, most, least, unit, denominator }) =>
      `its threshold ${threshold} is not between ${least} and ${most} (${measureOf(unit, denominator)}): it would never be crossed`,
  },
  {
    holds: ({ threshold, release }) => release < threshold,
    otherwise: ({ threshold, release }) =>
      `its release level ${release} is not below its threshold ${threshold}: it would flap`,
  },
  {
    holds: ({ release, least }) => release > least,
    otherwise: ({ release, least }) =>
      `its release level ${release} is not above ${least}: it would never be cool again`,
  },
  {
    holds: ({ step }) => step.by >= 0,
    otherwise: ({ step }) => `its step ${step.by} is not a number from 0`,
  },
];

/** What is wrong with signals as somebody defined them, in whole sentences; nothing when they can be used. */
export function complaintsAbout(signals: readonly SignalSpec[]): readonly string[] {
  return signals.flatMap((signal, index) => {
    const broken = demands.filter(({ holds }) => !holds(signal)).map(({ otherwise }) => otherwise(signal));
    if (signals.findIndex(({ name }) => name === signal.name) < index) broken.push('another signal has its name');
    return broken.map((what) => `signal ${signal.name}: ${what}`);
  });
}
