import "server-only";
import { beatEveryMs, untoldPeriodsNews } from "@/lib/coverage/listening-period";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { journal } from "../journal/open-journal";

/** Proves every few seconds that an event could be kept, for the life of this process. */
export const startHeartbeat = processWide("earshotHeartbeat", newHeartbeat);

function newHeartbeat(): Loop {
  let isFarewell = false;
  const beat = newStep("no event could be kept", async () => {
    const source = await journal();
    untoldPeriodsNews.publish(await source.beat({ atMs: eventNowMs(), isFarewell }));
  });
  return runLoop({
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
