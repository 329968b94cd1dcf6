import type { z } from 'zod';
import { count, duration, positiveNumber, ratio } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';

export interface LoadOptions {
  readonly thresholds: {
    readonly cpu: number;
    readonly memory: number;
    readonly load: number;
    readonly latencyMs: number;
  };
  readonly hot: { readonly samples: number; readonly of: number };
  readonly coolMargin: number;
}

const thresholds = section<LoadOptions['thresholds']>('The line of each signal: a sample above it counts as hot.', {
  cpu: ratio(0.8, {
    description: 'Share of CPU busy.',
    flag: 'cpu-threshold',
    environment: 'CPU_THRESHOLD',
  }),
  memory: ratio(0.8, {
    description: 'Share of memory that is not available: 1 - MemAvailable/MemTotal.',
    flag: 'memory-threshold',
    environment: 'MEM_THRESHOLD',
  }),
  load: positiveNumber(1.5, {
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
    samples: count(3, { least: 1 }, { description: 'Samples that must agree.', flag: 'hot-samples' }),
    of: count(5, { least: 1, most: 1000 }, { description: 'Samples looked at.', flag: 'hot-of' }),
  },
  [
    {
      holds: ({ samples, of }) => samples <= of,
      otherwise: ({ samples, of }) => `${samples} of the last ${of} samples can never agree`,
      blame: 'samples',
    },
  ],
);

export const loadSection: z.ZodObject = section<LoadOptions>('When a node is too hot, and when it is cool again.', {
  thresholds,
  hot,
  coolMargin: ratio(0.1, {
    description: 'How far below its line a signal must fall to be cool again, as a share of the line.',
    flag: 'cool-margin',
  }),
});
