import type { Measure } from './signal.ts';

/** Cores in thousandths, as `kubectl top` writes them. */
export function coresText(cores: number): string {
  return `${Math.round(cores * 1000)}m`;
}

/** Bytes in mebibytes, as `kubectl top` writes them. */
export function bytesText(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)}Mi`;
}

/** A number in the measure of its signal, short enough for a table. */
export function measureText(value: number, measure: Measure): string {
  switch (measure) {
    case 'ratio':
    case 'count':
      return value.toFixed(2);
    case 'cores':
      return coresText(value);
    case 'bytes':
      return bytesText(value);
    case 'milliseconds':
      return `${Math.round(value)}ms`;
  }
}
