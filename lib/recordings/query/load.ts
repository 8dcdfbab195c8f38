import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { viewerClock } from "@/lib/settings/time-zone";
import type { RecordingQuery } from "../filter/filter";
import { fixDays } from "../filter/fix-days";
import { getNeighbours } from "./get-neighbours";
import { getNewestSeq, listRecordings } from "./queries";
import type { NeighboursView, RecordingListView } from "./views";

/** A page of the list for whoever is signed in; days are taken in their zone. */
export async function loadRecordingList(query: RecordingQuery): Promise<RecordingListView> {
  await requireViewer();
  const clock = await viewerClock();
  return listRecordings({ ...query, filter: fixDays(query.filter, clock) }, clock);
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
