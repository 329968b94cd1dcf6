/** An object under construction. */
export type Made = Record<string, unknown>;

/** Makes empty objects: `new Maker()`. */
export type Maker = new () => Made;

/**
 * A maker for the objects of one shape. They are plain objects in every respect, but V8 learns from the first few how much
 * room such objects take; a literal `{}` has room for four fields, and the fifth costs an array beside it.
 */
export function newMaker(): Maker {
  const maker: { readonly prototype: object } = function () {};
  Object.defineProperty(maker, 'prototype', { value: Object.prototype });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a class cannot have the prototype of plain objects
  return maker as Maker;
}
