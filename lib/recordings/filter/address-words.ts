/** The columns that the list shows until somebody chooses, by the names of the calling service. */
export const usualColumns = [
  "created_at",
  "customer",
  "phone_number",
  "campaign",
  "status",
  "minutes_used",
  "has_transcript",
  "summary",
] as const;

/** Those that it shows only when they are chosen. */
const extraColumns = [
  "tags",
  "review",
  "notes",
  "email",
  "type",
  "gender",
  "is_confirmed",
  "is_phone_number_correct",
  "id",
  "call_sid",
  "received_at",
  "changed_at",
  "heard",
] as const;

export const listColumns = [...usualColumns, ...extraColumns] as const;

export type UsualColumn = (typeof usualColumns)[number];
export type ExtraColumn = (typeof extraColumns)[number];
export type ListColumn = (typeof listColumns)[number];

/** The columns of a list in their order; the customer, whose name is the link, is among them. */
export type ColumnChoice = readonly ListColumn[];

export function isListColumn(name: string): name is ListColumn {
  return listColumns.some((column) => column === name);
}

/** Reads `created_at,customer,…`: the columns it names, or null for the usual ones, and the rest. */
export function parseColumns(text: string): { columns: ColumnChoice | null; unknown: string[] } {
  const names = [...new Set(text.split(",").map((name) => name.trim()))].filter(Boolean);
  const known = names.filter(isListColumn);
  const unknown = names.filter((name) => !isListColumn(name));
  if (known.length === 0) return { columns: null, unknown };
  const columns: ColumnChoice = known.includes("customer") ? known : ["customer", ...known];
  return { columns: isUsual(columns) ? null : columns, unknown };
}

export function writeColumns(columns: ColumnChoice): string {
  return columns.join(",");
}

export function isUsual(columns: ColumnChoice): boolean {
  return writeColumns(columns) === writeColumns(usualColumns);
}

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
