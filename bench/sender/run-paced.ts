import { setTimeout as sleep } from "node:timers/promises";
import type { SendPlan } from "./plan";

/** Sends one event; `dueAtMs` is on the clock of `performance.now`. */
type SendOne = (n: number, dueAtMs: number) => Promise<void>;

/** No connection gets answers faster. */
const mostPerSecond = 10_000;

/** At most so many events are sent; none is known of a plan without an end. */
export function countPlanned({ pace, until }: Pick<SendPlan, "pace" | "until">): number {
  const perSecond = pace.kind === "open" ? pace.perSecond : mostPerSecond;
  return until.events ?? Math.ceil(((until.durationMs ?? 0) * perSecond) / 1_000);
}

/** Calls `send` at the plan's pace until its end, and waits for the last answer. */
export async function runPaced(
  { pace, until }: Pick<SendPlan, "pace" | "until">,
  stop: AbortSignal,
  send: SendOne,
): Promise<void> {
  const beganMs = performance.now();
  const most = until.events ?? Number.POSITIVE_INFINITY;
  const endsMs = beganMs + (until.durationMs ?? Number.POSITIVE_INFINITY);
  const isOver = (n: number) => n >= most || stop.aborted || performance.now() >= endsMs;

  let next = 0;
  if (pace.kind === "closed") {
    const work = async () => {
      while (!isOver(next)) await send(next++, performance.now());
    };
    await Promise.all(Array.from({ length: pace.connections }, work));
    return;
  }
  const running = new Set<Promise<void>>();
  while (!isOver(next)) {
    const due = Math.floor(((performance.now() - beganMs) * pace.perSecond) / 1_000) + 1;
    for (; next < Math.min(due, most); next++) {
      const one = send(next, beganMs + (next * 1_000) / pace.perSecond);
      running.add(one);
      one.finally(() => running.delete(one));
    }
    const dueInMs = beganMs + (next * 1_000) / pace.perSecond - performance.now();
    await sleep(Math.max(1, dueInMs));
  }
  await Promise.all(running);
}
