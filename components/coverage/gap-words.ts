import { countFormat } from "@/components/recordings/count-format";
import type { Series } from "@/lib/coverage/series";
import type { GapView } from "@/lib/coverage/views";

/** What stands in a sentence before and after the time of a gap. */
export function wordGap(gap: GapView): { before: string; after: string } {
  if (gap.kind === "not-listening") {
    const before = gap.isOngoing ? "Earshot has not been listening" : "Earshot was not listening";
    return { before, after: "" };
  }
  return {
    before: `No calls${ofSeries(gap.series)}`,
    after: `; at least ${countFormat.format(gap.expected)} were expected`,
  };
}

/** Whose calls: "" for everybody's. */
function ofSeries(series: Series): string {
  if (series.of === "all") return "";
  return series.campaign === null ? " without a campaign" : ` of “${series.campaign}”`;
}
