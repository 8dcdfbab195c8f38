import "server-only";
import { inBackground } from "@/lib/platform/process/background";
import type { Topic } from "@/lib/platform/process/topic";
import { log } from "./log";

/** Work that goes on for the life of a process. */
export type Loop = {
  /** Ends its rest, or skips the next one. */
  wake: () => void;
  /** Resolves when the turn that it is in has come to its end, and `atEnd` after it. */
  stop: () => Promise<void>;
};

/** The time until the next turn in milliseconds; `isWhole`: whatever wakes it waits, too. */
export type Rest = number | { ms: number; isWhole: true };

export type Work = {
  /** One round. Never rejects: it is a step, or knows what to do about its faults. */
  turn: (signal: AbortSignal) => Promise<Rest>;
  /** News that wake it. */
  wakeOn?: Topic<true>[];
  /** After the last turn. Never rejects. */
  atEnd?: () => Promise<void>;
  /** Aborted as soon as it is stopped: for what its turns begin and don't wait for. */
  ending?: AbortController;
};

/** Takes turns in the background until it is stopped; the first one begins at once. */
export function runLoop({ turn, wakeOn = [], atEnd, ending = new AbortController() }: Work): Loop {
  const { signal } = ending;
  const rest = newRest();
  const subscriptions = wakeOn.map((topic) => topic.subscribe(rest.wake));
  const loop = async () => {
    while (!signal.aborted) {
      const next = await turn(signal);
      if (!signal.aborted && next !== 0) await rest.begin(next);
    }
    await atEnd?.();
  };
  const done = inBackground(loop);
  return {
    wake: rest.wake,
    stop: async () => {
      ending.abort();
      for (const unsubscribe of subscriptions) unsubscribe();
      rest.stop();
      await done;
    },
  };
}

/** A step that never throws, and logs a failure and its end once. */
export function newStep(fault: string, step: () => Promise<unknown>): () => Promise<void> {
  let isFailing = false;
  return async () => {
    try {
      await step();
      if (isFailing) log().info(`no longer: ${fault}`);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log().warn({ err: error }, `${fault}; retrying`);
      isFailing = true;
    }
  };
}

/** Begins a step anew unless it is still under way, and never waits for it. */
export function newBeside(step: () => Promise<void>) {
  let running: Promise<void> | undefined;
  return {
    begin: (): void => {
      running ??= step().finally(() => {
        running = undefined;
      });
    },
    done: async (): Promise<void> => running,
  };
}

function newRest() {
  let isOver = false;
  let current: { end: () => void; isWhole: boolean } | undefined;
  return {
    wake: () => {
      isOver = true;
      if (!current?.isWhole) current?.end();
    },
    stop: () => current?.end(),
    begin: async (rest: Rest) => {
      const isWhole = typeof rest === "object";
      if (!isOver || isWhole) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, isWhole ? rest.ms : rest);
          const end = () => {
            clearTimeout(timer);
            resolve();
          };
          current = { end, isWhole };
        });
      }
      current = undefined;
      isOver = false;
    },
  };
}
