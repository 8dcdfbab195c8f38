import "server-only";
import { beatEveryMs } from "@/lib/coverage/listening-period";
import { untoldPeriodsNews } from "@/lib/coverage/untold-periods";
import { newStep } from "@/lib/ops/new-step";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { newBell } from "@/lib/platform/process/new-bell";
import { journal } from "../journal/open-journal";

type Heartbeat = { stop: () => Promise<void> };

const held = globalThis as { earshotHeartbeat?: Heartbeat };

/** Proves every few seconds that an event could be kept, for the life of this process. */
export function startHeartbeat(): Heartbeat {
  held.earshotHeartbeat ??= newHeartbeat();
  return held.earshotHeartbeat;
}

function newHeartbeat(): Heartbeat {
  const bell = newBell();
  let isStopping = false;
  const beat = newStep("no event could be kept", async () => {
    const source = await journal();
    untoldPeriodsNews.publish(await source.beat({ atMs: eventNowMs(), isFarewell: isStopping }));
  });
  const loop = async () => {
    while (!isStopping) {
      await beat();
      await bell.wait(beatEveryMs);
    }
    await beat();
  };
  const done = loop();
  return {
    stop: async () => {
      isStopping = true;
      bell.ring();
      await done;
    },
  };
}
