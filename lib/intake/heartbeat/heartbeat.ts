import "server-only";
import { beatEveryMs, untoldPeriodsNews } from "@/lib/coverage/listening-period";
import { newStep, runWorker, type Worker } from "@/lib/ops/worker";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { journal } from "../journal/open-journal";

/** Proves every few seconds that an event could be kept, for the life of this process. */
export const startHeartbeat = processWide("earshotHeartbeat", newHeartbeat);

function newHeartbeat(): Worker {
  let isFarewell = false;
  const beat = newStep("no event could be kept", async () => {
    const source = await journal();
    untoldPeriodsNews.publish(await source.beat({ atMs: eventNowMs(), isFarewell }));
  });
  return runWorker({
    turn: async () => {
      await beat();
      return beatEveryMs;
    },
    atEnd: () => {
      isFarewell = true;
      return beat();
    },
  });
}
