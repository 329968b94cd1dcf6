import type { Unit } from './signal.ts';

/** A guess about what a source really counts in, with the numbers it rests on. */
export type UnitSuspicion =
  | { readonly kind: 'fits' }
  | { readonly kind: 'suspect'; readonly likely: 'ratio' | 'percent'; readonly because: string };

const FITS: UnitSuspicion = { kind: 'fits' };
/** Below this many values nothing is said: a single node may be idle, or broken. */
const FEWEST = 3;

/**
 * Whether the raw values of one signal over the cluster look like the unit it is declared in. Only ratios and percents
 * can be told apart. The guess is for people; what is refused is decided by range alone.
 */
export function suspectUnit(declared: Unit, values: readonly number[]): UnitSuspicion {
  if (values.length < FEWEST) return FITS;
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  const above = values.filter((value) => value > 1.5 && value <= 100).length;
  if (declared === 'ratio' && above * 2 > values.length) {
    const because = `${above} of ${values.length} values lie between 1.5 and 100`;
    return { kind: 'suspect', likely: 'percent', because };
  }
  if (declared === 'percent' && largest > 0 && largest <= 1) {
    return { kind: 'suspect', likely: 'ratio', because: `none of ${values.length} values is above 1` };
  }
  return FITS;
}

/** What to tell somebody whose sample was out of range: the unit may be another one. */
export function unitHint(unit: Unit, value: number): string | undefined {
  if (unit !== 'ratio' || !(value > 1.5 && value <= 100)) return undefined;
  return `${value} looks like a percent: declare the unit percent, or divide by 100 in the query`;
}
