import { countFormat } from "@/components/recordings/count-format";
import type { Series } from "@/lib/coverage/series";
import type { GapView } from "@/lib/coverage/views";

/** What a gap is, as the end of a sentence that begins with its time. */
export function describeGap(gap: GapView): string {
  if (gap.kind === "not-listening") {
    return gap.isOngoing ? "Earshot can’t keep events" : "Earshot was not listening";
  }
  const calls = gap.expected === 1 ? "call was" : "calls were";
  return `no calls${ofSeries(gap.series)}, where at least ${countFormat.format(gap.expected)} ${calls} to be expected`;
}

/** Whose calls: "" for everybody's. */
function ofSeries(series: Series): string {
  if (series.of === "all") return "";
  return series.campaign === null ? " without a campaign" : ` of “${series.campaign}”`;
}
