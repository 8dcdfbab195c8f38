import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { getHistory } from "./get-history";
import { getRecording } from "./get-recording";
import type { RecordingHistoryView, RecordingView } from "./views";

export async function loadRecording(id: string): Promise<RecordingView | null> {
  await requireViewer();
  return getRecording(id);
}

/** Empty for an id that no recording has. */
export async function loadHistory(id: string): Promise<RecordingHistoryView> {
  await requireViewer();
  return getHistory(id);
}
