import type { Measure } from '#load/signal.ts';

/** As kubectl writes what it does not know. */
export const UNKNOWN = '<unknown>';

/** Cores in thousandths, as `kubectl top` writes them. */
export function coresText(cores: number): string {
  return `${Math.round(cores * 1000)}m`;
}

/** Bytes in mebibytes, as `kubectl top` writes them. */
export function bytesText(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)}Mi`;
}

/** Bytes of a file. */
export function fileSizeText(bytes: number): string {
  return bytes < 2 ** 20 ? `${(bytes / 2 ** 10).toFixed(1)}Ki` : `${(bytes / 2 ** 20).toFixed(1)}Mi`;
}

/** A share in whole percent. */
export function percentText(share: number): string {
  return `${Math.round(share * 100)}%`;
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

/** What is shown of something that may not be known. */
export function orUnknown(value: number | null, show: (known: number) => string): string {
  return value === null ? UNKNOWN : show(value);
}
