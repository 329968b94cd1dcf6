/** As kubectl writes what it does not know. */
export const UNKNOWN = '<unknown>';

/** Bytes of a file. */
export function fileSizeText(bytes: number): string {
  return bytes < 2 ** 20 ? `${(bytes / 2 ** 10).toFixed(1)}Ki` : `${(bytes / 2 ** 20).toFixed(1)}Mi`;
}

/** A share in whole percent. */
export function percentText(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** What is shown of something that may not be known. */
export function orUnknown(value: number | null, show: (known: number) => string): string {
  return value === null ? UNKNOWN : show(value);
}
