/** The same value with every key in it, however deep, renamed. */
export function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [rename(key), renameKeys(inner, rename)]),
  );
}

export function toDashCase(key: string): string {
  return key.replaceAll("_", "-");
}

export function toCamelCase(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
