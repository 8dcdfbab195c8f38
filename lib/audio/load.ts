import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { env } from "@/lib/platform/settings/env";
import { getSound } from "./kept/get-sound";
import type { SoundView } from "./kept/views";

/** Where a recording's sound stands; null: it has none, or nobody has looked yet. */
export async function loadSound(recordingId: string): Promise<SoundView | null> {
  await requireViewer();
  return getSound(recordingId);
}

/** Whether audio is kept here at all. */
export async function loadKeepsAudio(): Promise<boolean> {
  await requireViewer();
  return env().AUDIO_STORE !== "none";
}
