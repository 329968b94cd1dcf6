import type { z } from 'zod';
import { count, duration, positiveNumber, ratio } from '#app/config/leaf.ts';
import { section, type Values } from '#app/config/section.ts';
import { type SignalOptions, signalsOption } from '#app/config/sections/signals.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { customSignals } from '#load/signals/custom-signals.ts';
import { complaintsAbout } from '#load/signals/signal-complaints.ts';
import { loadDefaults, type LoadOptions, mostSamples } from '#load/options.ts';

const { thresholds: lines } = loadDefaults;

const thresholds = section<LoadOptions['thresholds']>('The line of each signal: a sample above it counts as hot.', {
  cpu: ratio(lines.cpu, {
    description: 'Share of CPU busy.',
    flag: 'cpu-threshold',
    environment: 'CPU_THRESHOLD',
  }),
  memory: ratio(lines.memory, {
    description: 'Share of memory that is not available: 1 - MemAvailable/MemTotal.',
    flag: 'memory-threshold',
    environment: 'MEM_THRESHOLD',
  }),
  load: positiveNumber(lines.load, {
    description: 'One-minute load average over logical CPUs.',
    flag: 'load-threshold',
    environment: 'LOAD_THRESHOLD',
  }),
  latency: duration('500ms', {
    description: 'p95 latency of the services that run on the node.',
    flag: 'latency-threshold',
    environment: 'LATENCY_THRESHOLD',
    unit: 'ms',
  }),
});

const hot = section<LoadOptions['hot']>(
  'How many of the last samples must be above a line before a node is hot, and below it before it is cool again.',
  {
    samples: count(
      loadDefaults.hot.samples,
      { least: 1 },
      { description: 'Samples that must agree.', flag: 'hot-samples' },
    ),
    of: count(
      loadDefaults.hot.of,
      { least: 1, most: mostSamples },
      { description: 'Samples looked at.', flag: 'hot-of' },
    ),
  },
  [
    {
      holds: ({ samples, of }) => samples <= of,
      otherwise: ({ samples, of }) => `${samples} of the last ${of} samples can never agree`,
      blame: 'samples',
    },
  ],
);

/** What the room `load` goes by, and the signals beyond the four it knows. */
export interface LoadSectionOptions extends LoadOptions {
  readonly pressureThreshold: number;
  readonly signals: Readonly<Record<string, SignalOptions>>;
}

export const loadSection: z.ZodObject = section<LoadSectionOptions>(
  'When a node is too hot, and when it is cool again.',
  {
    thresholds,
    hot,
    coolMargin: ratio(loadDefaults.coolMargin, {
      description: 'How far below its line a signal must fall to be cool again, as a share of the line.',
      flag: 'cool-margin',
    }),
    freshFor: duration('5m', {
      description: 'A sample older than this says nothing any more.',
      flag: 'fresh-for',
      unit: 's',
    }),
    forgetAfter: duration('15m', {
      description: 'How long a verdict is held without a new sample before it is unknown.',
      flag: 'forget-after',
      unit: 's',
    }),
    skew: duration('30s', {
      description: 'How far in the future a sample may be, for clocks differ.',
      flag: 'clock-skew',
      unit: 's',
    }),
    pressureThreshold: ratio(0.5, {
      description: 'The line of stalls (PSI): the share of time in which something had to wait.',
      flag: 'pressure-threshold',
    }),
    signals: signalsOption,
  },
  [
    {
      holds: ({ freshFor, forgetAfter }) => freshFor <= forgetAfter,
      otherwise: () => 'a verdict cannot be forgotten while its sample is still fresh: it must not be below freshFor',
      blame: 'forgetAfter',
    },
    {
      holds: ({ coolMargin }) => coolMargin > 0 && coolMargin < 1,
      otherwise: ({ coolMargin }) => `with ${coolMargin} a node would flap at its line, or never be cool again`,
      blame: 'coolMargin',
    },
    {
      holds: (values) => complaintsIn(values).length === 0,
      otherwise: (values) => complaintsIn(values).join('; '),
      blame: 'signals',
    },
  ],
);

function complaintsIn({ signals, coolMargin }: Values<LoadSectionOptions>): readonly string[] {
  return complaintsAbout(customSignals(signals, { coolMargin }, annotationsDefaults));
}
