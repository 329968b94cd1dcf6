type Column = Int32Array | Float64Array | Uint8Array;

/** Moves a column into a larger one. */
export function movedInto<Kind extends Column>(larger: Kind, column: Kind): Kind {
  larger.set(column);
  return larger;
}
