import { setTimeout as sleep } from "node:timers/promises";
import { explain } from "../command/command";
import { inProject } from "../command/root-folder";
import { say, show } from "../command/say";
import { hashBuildSources } from "./source-hash";

const pollMs = 3_000;
const shortestPauseMs = 60_000;
const longestPauseMs = 900_000;

type Patience = {
  signal: AbortSignal;
  /** Whether a gateway takes events meanwhile, or is about to. */
  isPatient: boolean;
  /** Holds the sources. */
  folder?: string;
};

/**
 * Makes what the program needs. To the patient a failure is told, and it is tried again as soon as a
 * source has changed, or after a while.
 * @throws to others, and when it is told to stop
 */
export async function prepareAtLast(
  prepare: () => Promise<void>,
  { signal, isPatient, folder = inProject() }: Patience,
): Promise<void> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const made = await hashBuildSources(folder);
    try {
      return await prepare();
    } catch (error) {
      if (signal.aborted || !isPatient) throw error;
      process.stderr.write(`\n${explain(error)}\n\n`);
      say(
        "The pages can't be built, as told above; recordings are taken all the same. It is tried " +
          `again when a source has changed, or in ${pauseMs / 60_000} min`,
      );
    }
    const endMs = performance.now() + pauseMs;
    do {
      // Again and again, since others tell their steps, too, and whom to may come later.
      show("The pages can't be built. What Earshot has printed where it runs tells why");
      await sleep(pollMs, undefined, { signal });
    } while (performance.now() < endMs && (await hashBuildSources(folder)) === made);
    show("Building the pages again");
  }
}
