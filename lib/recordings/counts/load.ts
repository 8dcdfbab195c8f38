import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { requireViewer } from "@/lib/access/gate/gate";
import { viewerClock } from "@/lib/settings/time-zone";
import type { RecordingFilter } from "../filter/filter";
import { fixDays } from "../filter/fix-days";
import { isKept } from "./build-totals-where";
import { countFacets } from "./facets";
import { countFigures } from "./figures";
import { countTimeline } from "./timeline";
import type { FacetsView, FiguresView, TimelineView } from "./views";

/**
 * The counts of a filter that the kept totals can tell of, which take a moment. Null for any other,
 * whose calls have to be read: `/api/recordings/counts` does that for whoever waits for it. `always`
 * are values that are listed however few calls have them.
 */
export async function loadKeptCounts(
  filter: RecordingFilter,
  always: { status: string[]; campaign: string[] },
): Promise<KeptCounts | null> {
  await requireViewer();
  const clock = await viewerClock();
  const fixed = fixDays(filter, clock);
  if (!isKept(fixed)) return null;
  const rowsAreSent = sleep(rowsAheadMs);
  return {
    facets: rowsAreSent.then(() => countFacets(fixed, clock.timeZone, { always })),
    timeline: rowsAreSent.then(() => countTimeline(fixed, clock.timeZone)),
    figures: rowsAreSent.then(() => countFigures(filter, clock)),
  };
}

/** Counting and drawing them would take the processor from the rows. */
const rowsAheadMs = 25;

type KeptCounts = {
  facets: Promise<FacetsView>;
  timeline: Promise<TimelineView | null>;
  figures: Promise<FiguresView>;
};
