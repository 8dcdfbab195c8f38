import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { env } from "@/lib/platform/settings/env";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { getTranscript } from "./queries";
import type { TranscriptView } from "./views";

/** A call's transcript, and what can be asked for. */
export async function loadTranscript(recordingId: string): Promise<TranscriptView> {
  const { userId } = await requireViewer();
  return getTranscript(recordingId, { userId, timeZone: await viewerTimeZone() });
}

/** Whether transcripts can be made here. */
export async function loadHasTranscriber(): Promise<boolean> {
  await requireViewer();
  return env().TRANSCRIBER_URL !== undefined;
}
