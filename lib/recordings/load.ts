import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { requireViewer } from "@/lib/access/gate";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { countFacets } from "./facets";
import type { RecordingFilter, RecordingQuery } from "./filter";
import { type Clock, fixDays } from "./fix-days";
import { getHistory } from "./get-history";
import { getNeighbours } from "./get-neighbours";
import { getRecording } from "./get-recording";
import { getNewestSeq, listRecordings } from "./queries";
import { countTimeline } from "./timeline";
import { isKept } from "./totals/build-totals-where";
import type {
  FacetsView,
  NeighboursView,
  RecordingHistoryView,
  RecordingListView,
  RecordingView,
  TimelineView,
} from "./views";

/** A page of the list for whoever is signed in; days are taken in their zone. */
export async function loadRecordingList(query: RecordingQuery): Promise<RecordingListView> {
  await requireViewer();
  const clock = await viewerClock();
  return listRecordings({ ...query, filter: fixDays(query.filter, clock) }, clock);
}

/**
 * The counts of a filter that the kept totals can tell of, which take a moment. Null for any other,
 * whose calls have to be read: `/api/recordings/counts` does that for whoever waits for it.
 */
export async function loadKeptCounts(filter: RecordingFilter): Promise<KeptCounts | null> {
  await requireViewer();
  const clock = await viewerClock();
  const fixed = fixDays(filter, clock);
  if (!isKept(fixed)) return null;
  const rowsAreSent = sleep(rowsAheadMs);
  return {
    facets: rowsAreSent.then(() => countFacets(fixed, clock.timeZone)),
    timeline: rowsAreSent.then(() => countTimeline(fixed, clock.timeZone)),
  };
}

/** Counting and drawing them would take the processor from the rows. */
const rowsAheadMs = 25;

type KeptCounts = { facets: Promise<FacetsView>; timeline: Promise<TimelineView | null> };

export async function loadRecording(id: string): Promise<RecordingView | null> {
  await requireViewer();
  return getRecording(id);
}

/** Empty for an id that no recording has. */
export async function loadHistory(id: string): Promise<RecordingHistoryView> {
  await requireViewer();
  return getHistory(id);
}

/** The calls before and after one, in a list. */
export async function loadNeighbours(id: string, query: RecordingQuery): Promise<NeighboursView> {
  await requireViewer();
  const clock = await viewerClock();
  return getNeighbours(id, { ...query, filter: fixDays(query.filter, clock) }, clock);
}

/** Where "new" begins: hand it back to `/api/recordings/news` to learn what came since. */
export async function loadNewsMark(): Promise<string> {
  await requireViewer();
  return String(await getNewestSeq());
}

async function viewerClock(): Promise<Clock> {
  return { now: new Date(), timeZone: await viewerTimeZone() };
}
