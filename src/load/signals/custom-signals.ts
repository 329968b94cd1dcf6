import type { AnnotationsOptions } from '#load/annotation-options.ts';
import { mostBusy } from './built-in-signals.ts';
import type { LoadOptions } from '#load/options.ts';
import {
  type Denominator,
  type DuplicateRule,
  type Join,
  measureOf,
  releaseOf,
  type SignalSpec,
  type Step,
  type Unit,
} from './signal.ts';

/** A signal that somebody defines, as far as they have to. Levels and range are in its measure. */
export interface SignalDefinition {
  readonly unit: Unit;
  readonly denominator: Denominator;
  readonly join: Join;
  readonly duplicates: DuplicateRule;
  readonly threshold: number;
  /** Below the threshold by the cool margin, unless said otherwise. */
  readonly release?: number | undefined;
  readonly least: number;
  /** What a busy share can be for ratios, anything for others, unless said otherwise. */
  readonly most?: number | undefined;
  /** An amount; unless said otherwise that of ratios, and of others the share that a latency moves by. */
  readonly step?: number | undefined;
  /** What a pod's part in it goes with; `none` unless said otherwise. */
  readonly share?: 'cpu' | 'memory' | 'none' | undefined;
}

/** Signals as they are defined, by name. None of them is essential: a node without it is still seen. */
export function customSignals(
  definitions: Readonly<Record<string, SignalDefinition>>,
  { coolMargin }: Pick<LoadOptions, 'coolMargin'>,
  annotations: AnnotationsOptions,
): readonly SignalSpec[] {
  return Object.entries(definitions).map(([name, { release, most, step, share = 'none', ...said }]) => {
    const isRatio = measureOf(said.unit, said.denominator) === 'ratio';
    return {
      name,
      unit: said.unit,
      denominator: said.denominator,
      join: said.join,
      duplicates: said.duplicates,
      threshold: said.threshold,
      release: release ?? releaseOf(said.threshold, coolMargin),
      least: said.least,
      most: most ?? (isRatio ? mostBusy : Number.MAX_VALUE),
      step: step === undefined ? usualStep(isRatio, annotations) : { kind: 'amount', by: step },
      share: share === 'none' ? undefined : share,
      essential: false,
    };
  });
}

function usualStep(isRatio: boolean, { step, latencyStep }: AnnotationsOptions): Step {
  return isRatio ? { kind: 'amount', by: step } : { kind: 'share', by: latencyStep };
}

const PRESSURES = ['psi-cpu', 'psi-memory', 'psi-io'];

/** Stalls (PSI) as signals: shares of time in which something had to wait, above `threshold` hot. */
export function pressureSignals(
  threshold: number,
  load: Pick<LoadOptions, 'coolMargin'>,
  annotations: AnnotationsOptions,
): readonly SignalSpec[] {
  const definition = { unit: 'ratio', denominator: 'none', join: 'node', duplicates: 'max', least: 0 } as const;
  const definitions = Object.fromEntries(PRESSURES.map((name) => [name, { ...definition, threshold }]));
  return customSignals(definitions, load, annotations);
}
