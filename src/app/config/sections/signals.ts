import type { z } from 'zod';
import {
  choice,
  number,
  optionalNumber,
  optionalText,
  records,
  requiredText,
  type TextShape,
} from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';
import { promql, units } from '#app/config/sections/prometheus.ts';
import type { SignalDefinition } from '#load/signals/custom-signals.ts';

/** A signal that somebody defines, with the query that Prometheus is asked. */
export interface SignalOptions extends SignalDefinition {
  readonly query: string;
  readonly takenAt?: string | undefined;
}

const BUILT_IN: ReadonlySet<string> = new Set(['cpu', 'memory', 'load', 'latency', 'psi-cpu', 'psi-memory', 'psi-io']);

const newName: TextShape = {
  fits: (name) => /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(name) && !BUILT_IN.has(name),
  wanted: 'a name for a new signal: letters, digits, - _ . and none of the built-in ones',
};

const definition = section<SignalOptions>('A signal of your own.', {
  query: requiredText(promql, { description: 'PromQL, one series a node or pod; $window becomes the rate window.' }),
  takenAt: optionalText(promql, {
    description: 'PromQL that gives the seconds since the Unix epoch at which each value was measured.',
    example: 'timestamp(my_metric)',
  }),
  unit: choice(units, 'ratio', { description: 'What the query counts in.' }),
  denominator: choice(['none', 'capacity-cpu', 'capacity-memory', 'allocatable-cpu', 'allocatable-memory'], 'none', {
    description: 'What cores, bytes and counts are divided by.',
  }),
  join: choice(['node', 'pod'], 'node', { description: 'Whether its series speak of nodes, or of pods on them.' }),
  duplicates: choice(['newest', 'max', 'min', 'mean', 'refuse'], 'newest', {
    description: 'What several series of one node become.',
  }),
  threshold: number({ description: 'A sample above it counts as hot.' }),
  release: optionalNumber({
    description: 'A sample below it counts as cool; below the threshold by load.coolMargin unless given.',
    example: '0.7',
  }),
  least: number({ description: 'The least that a true value can be.' }, 0),
  most: optionalNumber({ description: 'The most that a true value can be.', example: '1' }),
  step: optionalNumber({ description: 'It is published again once it has moved by more than this.', example: '0.02' }),
  share: choice(['none', 'cpu', 'memory'], 'none', {
    description:
      'Whether it leaves a node with its pods, each in the measure of the cpu or memory it uses there: then moves are planned for it.',
  }),
});

/** `load.signals`. */
export const signalsOption: z.ZodType<Readonly<Record<string, SignalOptions>>> = records<SignalOptions>(
  newName,
  definition,
  { description: 'Signals of your own, by name: each is judged and published like the built-in ones.' },
);
