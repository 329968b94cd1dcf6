/** Something that was looked for: what it is, or why nobody knows. */
export type KnownOrNot<T> =
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'unknown'; readonly why: string };

export const known = <T>(value: T): KnownOrNot<T> => ({ kind: 'known', value });

export const unknown = (why: string): KnownOrNot<never> => ({ kind: 'unknown', why });
