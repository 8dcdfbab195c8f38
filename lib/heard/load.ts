import "server-only";
import { requireAdministrator, requireViewer } from "@/lib/access/gate/gate";
import { listRowsHeard } from "./list-heard";
import { listListens } from "./list-listens";
import type { ListenQuery } from "./listen-query";
import { getHeard } from "./queries";
import type { HeardView, ListenListView, RowHeardView } from "./views";

/** What of a recording was played, and by whom; empty for an id that no recording has. */
export async function loadHeard(recordingId: string): Promise<HeardView> {
  const { userId } = await requireViewer();
  return getHeard(recordingId, userId);
}

/** Who listened to what, and when. */
export async function loadListens(query: ListenQuery): Promise<ListenListView> {
  await requireAdministrator();
  return listListens(query);
}

/** Who heard these calls, where a column shows it; empty elsewhere. */
export async function loadRowsHeard(
  rows: { id: string }[],
  columns: readonly string[] | null | undefined,
): Promise<Map<string, RowHeardView>> {
  const { userId } = await requireViewer();
  return listRowsHeard(rows, columns, userId);
}
