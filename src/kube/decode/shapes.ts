/** How a value is read. `compile.ts` is the only reader of this. */
export type Reading =
  | { readonly kind: 'text' | 'raw-text' | 'number' | 'boolean' | 'text-map' | 'json' | 'nothing' }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, Shape<unknown>>> }
  | { readonly kind: 'list'; readonly element: Shape<unknown>; readonly beyond: string | undefined }
  | { readonly kind: 'shared'; readonly whole: Shape<unknown> };

/**
 * Which part of a JSON value is wanted, and the type that comes out.
 * Null, and a value of another JSON type than declared, are absent: left out of an object, a map or a list.
 */
export interface Shape<T> {
  readonly reading: Reading;
  /** Never set: it carries the type. */
  readonly as?: T;
}

/** The type a shape yields. */
export type Projected<S> = S extends Shape<infer T> ? T : never;

/** What `fields` yields: any of them may be absent from the document. */
export type FieldsOf<S> = { readonly [K in keyof S]?: Projected<S[K]> };

/** The shapes an interface needs, so that the two cannot part: `fields({ … } satisfies FieldShapes<Pod>)`. */
export type FieldShapes<T> = { readonly [K in keyof T]-?: Shape<NonNullable<T[K]>> };

/** A string that repeats from object to object: kept once. */
export const text: Shape<string> = { reading: { kind: 'text' } };

/** A string of this object alone (name, uid, resourceVersion): not kept for others. */
export const rawText: Shape<string> = { reading: { kind: 'raw-text' } };

export const number: Shape<number> = { reading: { kind: 'number' } };

export const boolean: Shape<boolean> = { reading: { kind: 'boolean' } };

/** String to string (labels, requests). Maps of equal bytes are one frozen object. */
export const textMap: Shape<Readonly<Record<string, string>>> = shared({ reading: { kind: 'text-map' } });

/** A value that is only checked. */
export const nothing: Shape<never> = { reading: { kind: 'nothing' } };

/** The value as JSON.parse gives it. */
export const anyJson: Shape<unknown> = jsonAs();

/** The value as JSON.parse gives it, trusted to be a `T`. */
export function jsonAs<T>(): Shape<T> {
  return { reading: { kind: 'json' } };
}

/** An object of which only these fields are read. */
export function fields<const S extends Readonly<Record<string, Shape<unknown>>>>(shapes: S): Shape<FieldsOf<S>> {
  return { reading: { kind: 'fields', fields: shapes } };
}

/** As `fields`, for an interface of the API: what it requires, the API server is trusted to send. */
export function objectOf<T>(shapes: FieldShapes<T>): Shape<T> {
  return { reading: { kind: 'fields', fields: shapes } };
}

/** A string the API server lets be one of a few alone, trusted to be one of them. */
export function textAs<T extends string>(): Shape<T> {
  return { reading: { kind: 'text' } };
}

export function listOf<T>(element: Shape<T>): Shape<readonly T[]> {
  return { reading: { kind: 'list', element, beyond: undefined } };
}

/**
 * A list without the elements of which nothing is there but this one field: the name of a volume of a kind that nobody
 * asks about tells nothing, and every pod has one.
 */
export function listOfMoreThan<T extends object>(field: string & keyof T, element: Shape<T>): Shape<readonly T[]> {
  return { reading: { kind: 'list', element, beyond: field } };
}

/**
 * A value many objects have in common byte for byte (tolerations, affinity, owners): equal bytes are read once
 * and yield one object, frozen all the way down. Wasteful for what is nearly always different.
 */
export function shared<T>(whole: Shape<T>): Shape<T> {
  return { reading: { kind: 'shared', whole } };
}
