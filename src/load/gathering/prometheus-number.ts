/** Decimal digits with an optional exponent: what Prometheus writes for anything finite. */
const FINITE = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

const unlike: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['+Inf', Number.POSITIVE_INFINITY],
  ['Inf', Number.POSITIVE_INFINITY],
  ['-Inf', Number.NEGATIVE_INFINITY],
]);

/**
 * A number as Prometheus writes it, NaN and infinities among them, or why the text is none.
 * Not `Number`, for which "" is 0 and "+Inf" is NaN; not `parseFloat`, for which "12abc" is 12.
 */
export function prometheusNumber(text: string): number | 'empty' | 'malformed' {
  if (text === '') return 'empty';
  return FINITE.test(text) ? Number(text) : (unlike.get(text) ?? 'malformed');
}
