type Growable = Int32Array | Float64Array | Uint8Array;

/** The same column with room for `capacity` rows; new ones hold `filler`. */
export function grown<Column extends Growable>(column: Column, capacity: number, filler = 0): Column {
  const Kind = column.constructor as new (length: number) => Column;
  const larger = new Kind(capacity);
  larger.set(column);
  if (filler !== 0) larger.fill(filler, column.length);
  return larger;
}
