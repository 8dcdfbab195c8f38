import { setTimeout as sleep } from "node:timers/promises";
import { explain } from "./command";
import { inProject } from "./root-folder";
import { say, show } from "./say";
import { hashBuildSources } from "./source-hash";

const pollMs = 3_000;
const shortestPauseMs = 60_000;
const longestPauseMs = 900_000;

/**
 * Makes what the program needs. Where the gateway takes events already, a failure is told, and tried
 * again as soon as a source has changed, or after a while.
 * @param folder holds the sources
 * @throws where nothing takes events, and when it is told to stop
 */
export async function prepareAtLast(
  prepare: () => Promise<void>,
  signal: AbortSignal,
  folder = inProject(),
): Promise<void> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const made = await hashBuildSources(folder);
    try {
      return await prepare();
    } catch (error) {
      if (signal.aborted || !process.env.EARSHOT_RUN_DIR) throw error;
      process.stderr.write(`\n${explain(error)}\n\n`);
      say(
        "The pages can't be built, as told above; events are taken meanwhile. It is tried again " +
          `when a source has changed, or in ${pauseMs / 60_000} min`,
      );
      show("The pages can't be built. What Earshot has printed where it runs tells why");
    }
    const endMs = performance.now() + pauseMs;
    do await sleep(pollMs, undefined, { signal });
    while (performance.now() < endMs && (await hashBuildSources(folder)) === made);
    show("Building the pages again");
  }
}
