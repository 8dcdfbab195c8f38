import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { getHeard, listRowsHeard } from "./queries";
import type { HeardView, RowHeardView } from "./views";

/** What of a recording was played, and by whom; empty for an id that no recording has. */
export async function loadHeard(recordingId: string): Promise<HeardView> {
  const { userId } = await requireViewer();
  return getHeard(recordingId, userId);
}

/** Who heard these calls, where a column shows it; empty elsewhere. */
export async function loadRowsHeard(
  rows: { id: string }[],
  columns: readonly string[] | null | undefined,
): Promise<Map<string, RowHeardView>> {
  const { userId } = await requireViewer();
  return listRowsHeard(rows, columns, userId);
}
