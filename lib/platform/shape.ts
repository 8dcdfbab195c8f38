/**
 * Whether a value has a shape, and is a `Value` then: what a browser is answered, or finds kept, may come from
 * another version of Earshot. A library for it would be a twentieth of all that the list loads.
 */
export type Shape<Value> = (value: unknown) => value is Value;

/** What has a shape. */
export type Shaped<Of> = Of extends Shape<infer Value> ? Value : never;

type Entries = Readonly<Record<string, Shape<unknown>>>;
type OptionalKey<Of extends Entries> = {
  [Key in keyof Of]: undefined extends Shaped<Of[Key]> ? Key : never;
}[keyof Of];
type ShapedObject<Of extends Entries> = {
  [Key in Exclude<keyof Of, OptionalKey<Of>>]: Shaped<Of[Key]>;
} & { [Key in OptionalKey<Of>]?: Shaped<Of[Key]> };
type Flat<Value> = { [Key in keyof Value]: Value[Key] };

/** Keys beyond these are left alone. `entries` are there for objects that have them, too. */
export function object<Of extends Entries>(entries: Of) {
  const keys = Object.keys(entries);
  const shape = (value: unknown): value is Flat<ShapedObject<Of>> =>
    isRecord(value) && keys.every((key) => entries[key]?.(value[key]));
  return Object.assign(shape, { entries });
}

export const string: Shape<string> = (value) => typeof value === "string";
export const number: Shape<number> = (value) => typeof value === "number";
export const boolean: Shape<boolean> = (value) => typeof value === "boolean";

export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value) => value === null || shape(value);
}

export function optional<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  return (value) => value === undefined || shape(value);
}

export function array<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(shape);
}

/** One of these values. */
export function oneOf<const Value>(values: readonly Value[]): Shape<Value> {
  return (value): value is Value => values.some((one) => one === value);
}

export function record<Value>(shape: Shape<Value>): Shape<Record<string, Value>> {
  return (value): value is Record<string, Value> =>
    isRecord(value) && Object.values(value).every(shape);
}

/** Of any of these shapes. */
export function anyOf<Shapes extends Shape<unknown>[]>(
  ...shapes: Shapes
): Shape<Shaped<Shapes[number]>> {
  return (value): value is Shaped<Shapes[number]> => shapes.some((shape) => shape(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
