import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "@/lib/platform/settings/startup-error";
import { say, show } from "./say";

/**
 * What may mend itself, or be mended meanwhile, is waited for where the gateway takes events.
 * @throws {StartupError} at once where nothing takes them; other errors always
 */
export async function untilItWorks<T>(
  signal: AbortSignal,
  step: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let pauseMs = 10_000; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StartupError) || !process.env.EARSHOT_RUN_DIR) throw error;
      say(`${error.message.replaceAll("\n", " ")} It is tried again in ${pauseMs / 1000} s`);
      show(`${step}: waiting for whoever runs Earshot`);
    }
    await sleep(pauseMs, undefined, { signal });
    show(step);
  }
}

const longestPauseMs = 300_000;
