import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { forViewers, requireViewer } from "@/lib/access/gate/gate";
import { viewerClock } from "@/lib/settings/time-zone";
import { countFacets } from "./counts/count-calls";
import { canUseTotals } from "./counts/facets";
import { countFigures } from "./counts/figures";
import { countTimeline } from "./counts/timeline";
import { getHistory, getRecording } from "./detail/get-recording";
import type { RecordingFilter, RecordingQuery } from "./filter/filter";
import { parseRecordingQuery } from "./filter/filter-url";
import { resolveDates, resolveFilter } from "./filter/resolve-dates";
import { getNeighbours, getNewestSeq, listRecordings } from "./query/queries";
import type {
  FacetsView,
  FiguresView,
  NeighboursView,
  RecordingListView,
  TimelineView,
} from "./views/views";

/** A page of the list for whoever is signed in; days are taken in their zone. */
export async function loadRecordingList(query: RecordingQuery): Promise<RecordingListView> {
  const { userId } = await requireViewer();
  const clock = await viewerClock();
  const filter = resolveFilter(query.filter, userId, clock);
  return listRecordings({ ...query, filter }, clock);
}

/**
 * What the address of a list asks for, as its viewer means it, and the cursor it goes on behind; null: it
 * can't be read. Where the list itself begins and how it is sorted means nothing here.
 */
export async function loadListFilter(
  parameters: unknown,
  after: string | null = null,
): Promise<{ filter: RecordingFilter; timeZone: string; after: string | null } | null> {
  const { userId } = await requireViewer();
  if (typeof parameters !== "string" || parameters.length > maxParameters) return null;
  const address = new URLSearchParams(parameters);
  for (const name of ["sort", "after", "before"]) address.delete(name);
  if (after !== null) address.set("after", after);
  const { filter, page, unread } = parseRecordingQuery(address);
  if (unread.length > 0) return null;
  const clock = await viewerClock();
  const resolved = resolveFilter(filter, userId, clock);
  return { filter: resolved, timeZone: clock.timeZone, after: page.after };
}

const maxParameters = 20_000;

/** The calls before and after one, in a list. */
export async function loadNeighbours(id: string, query: RecordingQuery): Promise<NeighboursView> {
  const { userId } = await requireViewer();
  const clock = await viewerClock();
  const filter = resolveFilter(query.filter, userId, clock);
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

export const loadRecording = forViewers(getRecording);

/** Empty for an id that no recording has. */
export const loadHistory = forViewers(getHistory);
