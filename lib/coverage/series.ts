/** The calls that are counted together: all of them, or those of a campaign; null is "no campaign". */
export type Series = { of: "all" } | { of: "campaign"; campaign: string | null };

export const allCalls = "*";

/** As the table names it: `*`, `~` or `=name`. */
export function writeSeries(series: Series): string {
  if (series.of === "all") return allCalls;
  return series.campaign === null ? "~" : `=${series.campaign}`;
}

/** The inverse of `writeSeries`. */
export function readSeries(text: string): Series {
  if (text === allCalls) return { of: "all" };
  return { of: "campaign", campaign: text === "~" ? null : text.slice(1) };
}
