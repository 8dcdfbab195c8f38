import "server-only";
import { forViewers, requireAdministrator, requireViewer } from "@/lib/access/gate/gate";
import { env } from "@/lib/platform/settings/env";
import { getSound } from "./kept/get-sound";
import { getKeptAudioView, readFreeQuotaBytes } from "./kept/limits";
import type { KeptAudioView } from "./kept/views";

/** Where a recording's sound stands; null: it has none, or nobody has looked yet. */
export const loadSound = forViewers(getSound);

/** For administrators: what is kept of audio, and within which limits. */
export async function loadKeptAudio(): Promise<KeptAudioView> {
  await requireAdministrator({ returnTo: "/settings/retention" });
  return getKeptAudioView();
}

/** Whether what waits is not fetched, because the quota is reached. */
export async function loadIsQuotaReached(): Promise<boolean> {
  await requireViewer();
  return (await readFreeQuotaBytes()) <= 0;
}

/** Whether audio is kept here at all. */
export async function loadKeepsAudio(): Promise<boolean> {
  await requireViewer();
  return env().AUDIO_STORE !== "none";
}
