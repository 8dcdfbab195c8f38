import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { beatEveryMs } from "@/lib/coverage/listening-period";
import { recordPeriods } from "@/lib/coverage/store";
import { setUntoldPeriods, untoldPeriods } from "@/lib/coverage/untold-periods";
import { log } from "@/lib/ops/log";
import { intakePool } from "@/lib/platform/db";
import type { Journal } from "./journal";
import { newBell } from "./new-bell";
import { journal } from "./open-journal";

type Heartbeat = { stop: () => Promise<void> };

const held = globalThis as { earshotHeartbeat?: Heartbeat };

/** Proves every few seconds that an event could be kept, for the life of this process. */
export function startHeartbeat(): Heartbeat {
  held.earshotHeartbeat ??= newHeartbeat();
  return held.earshotHeartbeat;
}

/** Writes into the database what the journal alone knows of its listening. */
export async function tellPeriods(source: Journal, pool: Pool): Promise<void> {
  const periods = untoldPeriods();
  if (periods.length === 0) return;
  await recordPeriods(pool, periods);
  await source.forgetPeriods(periods.map(({ id }) => id));
}

const farewellMs = 1_000;

function newHeartbeat(): Heartbeat {
  const bell = newBell();
  let isStopping = false;
  let telling: Promise<void> | undefined;

  const beat = newStep("no event could be kept", async () => {
    const source = await journal();
    setUntoldPeriods(await source.beat({ atMs: Date.now(), isFarewell: isStopping }));
  });
  const tellOnce = newStep("the times of listening can't be written", async () =>
    tellPeriods(await journal(), intakePool()),
  );
  // A database that is slow to answer delays no beat.
  const tell = () => {
    telling ??= tellOnce().finally(() => {
      telling = undefined;
    });
    return telling;
  };

  const loop = async () => {
    while (!isStopping) {
      await beat();
      tell();
      await bell.wait(beatEveryMs);
    }
    await beat();
    await Promise.race([(telling ?? Promise.resolve()).then(tell), sleep(farewellMs)]);
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

/** A step that never throws, and logs a failure and its end once. */
function newStep(fault: string, step: () => Promise<void>): () => Promise<void> {
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
