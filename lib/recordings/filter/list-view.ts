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

/** How this browser's table looks; what the address says of the columns comes first. */
export type TableView = {
  density: Density;
  /** Of calls: when they were, or how long ago. */
  times: Times;
  /** Whether each day has a heading, where the list is in the order of time. */
  hasDividers: boolean;
  columns: ColumnChoice | null;
  /** In pixels, of the columns whose edge was moved. */
  widths: Partial<Record<ListColumn, number>>;
};

export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

export const allTimes = ["absolute", "relative"] as const;
export type Times = (typeof allTimes)[number];

export const tableViewCookie = "earshot-table";
export const visitCookie = "earshot-visit";
export const narrowest = 56;
export const widest = 800;

const maxLength = 1_000;

/** Reads a cookie that anybody may have written: what can't be read is as it is at first. */
export function parseTableView(text: string | undefined): TableView {
  const given = new URLSearchParams(text && text.length <= maxLength ? text : "");
  const widths = (given.get("widths") ?? "").split(",").flatMap((pair) => {
    const [, name = "", digits] = /^(\w+)_(\d{2,3})$/.exec(pair) ?? [];
    return isListColumn(name) ? [[name, clampWidth(Number(digits))]] : [];
  });
  return {
    density: densities.find((known) => known === given.get("density")) ?? "comfortable",
    times: allTimes.find((known) => known === given.get("times")) ?? "absolute",
    hasDividers: given.get("dividers") === "days",
    columns: parseColumns(given.get("columns") ?? "").columns,
    widths: Object.fromEntries(widths),
  };
}

/** The inverse of `parseTableView`, in characters that a cookie may hold. */
export function writeTableView(view: TableView): string {
  const { density, times, hasDividers, columns, widths } = view;
  const pairs = Object.entries(widths).map(([name, width]) => `${name}_${width}`);
  return [
    ...(density === "comfortable" ? [] : [`density=${density}`]),
    ...(times === "absolute" ? [] : [`times=${times}`]),
    ...(hasDividers ? ["dividers=days"] : []),
    ...(columns ? [`columns=${columns.join("%2C")}`] : []),
    ...(pairs.length > 0 ? [`widths=${pairs.join("%2C")}`] : []),
  ].join("&");
}

export function clampWidth(width: number): number {
  return Math.min(Math.max(Math.round(width), narrowest), widest);
}

/** Who looks at a list again after so long comes anew. */
const pauseMs = 30 * 60 * 1_000;

/**
 * When a viewer's visit before this one ended, in milliseconds since 1970; null for who comes for the
 * first time, and for whatever else anybody may have written into the cookie.
 */
export function readLastVisit(
  text: string | undefined,
  viewerId: string,
  nowMs: number,
): number | null {
  const [, whose, seen, former] = /^(.+)\.(\d{1,15})\.(\d{0,15})$/.exec(text ?? "") ?? [];
  if (whose !== encodeURIComponent(viewerId) || Number(seen) > nowMs + pauseMs) return null;
  if (nowMs - Number(seen) > pauseMs) return Number(seen);
  return former ? Number(former) : null;
}

/** The inverse, for who is looking now. */
export function writeVisit(viewerId: string, nowMs: number, lastVisitMs: number | null): string {
  return `${encodeURIComponent(viewerId)}.${Math.round(nowMs)}.${lastVisitMs ?? ""}`;
}
