/** A value that begins like an operator is written behind a backslash, and so is the empty one. */
export function writeValue(value: string | null): string {
  if (value === null) return "~";
  return /^(?:$|[!~\\])/.test(value) ? `\\${value}` : value;
}
