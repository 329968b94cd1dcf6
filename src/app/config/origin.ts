/** Where a value comes from; what is later in this list is outvoted by what is before. */
export type Origin =
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly file: string; readonly line: number; readonly column: number }
  | { readonly kind: 'default' };

export function describeOrigin(origin: Origin): string {
  if (origin.kind === 'flag') return `flag --${origin.flag}`;
  if (origin.kind === 'environment') return `environment ${origin.name}`;
  return origin.kind === 'file' ? `file ${placeOf(origin)}` : 'default';
}

/** How messages begin: editors and terminals make `file:line:column` a link, so nothing stands before it. */
export function placeOf(origin: Origin): string {
  return origin.kind === 'file' ? `${origin.file}:${origin.line}:${origin.column}` : describeOrigin(origin);
}

/** A value somebody gave to an option, not yet judged. */
export interface Given {
  readonly raw: unknown;
  readonly origin: Origin;
  /** Where a part of it was written, or the key of that part; absent where all of it has one place. */
  readonly part?: (key: string | number, what: 'key' | 'value') => Omit<Given, 'raw'>;
}

/** What one place says: option path to value. */
export type Layer = ReadonlyMap<string, Given>;
