/**
 * The value at an index, and 0 outside. The encoder calls it some million times a second, which is
 * fast only while all callers pass the same kind of array and none reads outside of it.
 */
export function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
