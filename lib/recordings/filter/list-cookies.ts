import { type ColumnChoice, isListColumn, type ListColumn, parseColumns } from "./address-words";

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
