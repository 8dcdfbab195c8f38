import "server-only";
import { env } from "@/lib/platform/settings/env";
import { startKeepingSounds } from "../kept/keep-sounds";
import { startSoundQueue } from "../kept/start-queue";
import { startCustody } from "./start-custody";

/** Finds, fetches, measures and looks after sound in this very process, where there is no worker beside it. */
export function startSoundsInside(): { stop: () => Promise<void> } {
  if (env().AUDIO_STORE === "none") return { stop: async () => undefined };
  const queue = startSoundQueue({ onDue: () => undefined });
  const working = [queue, startKeepingSounds(), startCustody()];
  return {
    stop: async () => {
      await Promise.all(working.map((one) => one.stop()));
    },
  };
}
