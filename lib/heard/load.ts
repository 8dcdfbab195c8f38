import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { getHeard } from "./queries";
import type { HeardView } from "./views";

/** What of a recording was played, and by whom; empty for an id that no recording has. */
export async function loadHeard(recordingId: string): Promise<HeardView> {
  const { userId } = await requireViewer();
  return getHeard(recordingId, userId);
}
