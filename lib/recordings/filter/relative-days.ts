export const namedDays = [
  "today",
  "yesterday",
  "this-week",
  "last-week",
  "this-month",
  "last-month",
  "this-year",
] as const;

/** Days that are other days tomorrow, as the list's address writes them. */
export type RelativeDays = (typeof namedDays)[number] | `last-${number}-days`;

export const maxLastDays = 3_660;

/** Undefined for what no such days are. */
export function parseRelativeDays(value: string): RelativeDays | undefined {
  const count = countLastDays(value);
  if (count !== null) return count <= maxLastDays ? `last-${count}-days` : undefined;
  return namedDays.find((name) => name === value);
}

/** The 7 of `last-7-days`, today included; null for days that go by a name. */
export function countLastDays(days: string): number | null {
  const digits = /^last-([1-9]\d{0,8})-days$/.exec(days)?.[1];
  return digits === undefined ? null : Number(digits);
}
