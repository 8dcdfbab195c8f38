import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { requireViewer } from "@/lib/access/gate/gate";
import { viewerClock } from "@/lib/settings/time-zone";
import { countFacets } from "./counts/count-calls";
import { countFigures } from "./counts/figures";
import { canUseTotals } from "./counts/read-totals";
import { countTimeline } from "./counts/timeline";
import { getHistory, getRecording } from "./detail/get-recording";
import type { RecordingFilter, RecordingQuery } from "./filter/filter";
import { resolveDates, resolveViewer } from "./filter/resolve-dates";
import { getNeighbours, getNewestSeq, listRecordings } from "./query/queries";
import type {
  FacetsView,
  FiguresView,
  NeighboursView,
  RecordingHistoryView,
  RecordingListView,
  RecordingView,
  TimelineView,
} from "./views/views";

/** A page of the list for whoever is signed in; days are taken in their zone. */
export async function loadRecordingList(query: RecordingQuery): Promise<RecordingListView> {
  const { userId } = await requireViewer();
  const clock = await viewerClock();
  const filter = resolveDates(resolveViewer(query.filter, userId), clock);
  return listRecordings({ ...query, filter }, clock);
}

/** The calls before and after one, in a list. */
export async function loadNeighbours(id: string, query: RecordingQuery): Promise<NeighboursView> {
  const { userId } = await requireViewer();
  const clock = await viewerClock();
  const filter = resolveDates(resolveViewer(query.filter, userId), clock);
  return getNeighbours(id, { ...query, filter }, clock);
}

/** Where "new" begins: hand it back to `/api/recordings/news` to learn what came since. */
export async function loadWatermark(): Promise<string> {
  await requireViewer();
  return String(await getNewestSeq());
}

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
  const fixed = resolveDates(filter, clock);
  if (!canUseTotals(fixed)) return null;
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

export async function loadRecording(id: string): Promise<RecordingView | null> {
  await requireViewer();
  return getRecording(id);
}

/** Empty for an id that no recording has. */
export async function loadHistory(id: string): Promise<RecordingHistoryView> {
  await requireViewer();
  return getHistory(id);
}
