import "server-only";
import { env } from "@/lib/platform/settings/env";
import { startKeepingSounds } from "./keep-sounds";
import { startSoundQueue } from "./start-queue";

/** Finds, fetches and measures sound in this very process, where there is no worker beside it. */
export function startSoundsInside(): { stop: () => Promise<void> } {
  if (env().AUDIO_STORE === "none") return { stop: async () => undefined };
  const working = [startSoundQueue({ onDue: () => undefined }), startKeepingSounds()];
  return {
    stop: async () => {
      await Promise.all(working.map((one) => one.stop()));
    },
  };
}
