import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { untoldPeriods, untoldPeriodsNews } from "@/lib/coverage/listening-period";
import { recordPeriods } from "@/lib/coverage/sql";
import { newStep } from "@/lib/ops/loop";
import { intakePool } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import type { Journal } from "../journal/journal";
import { journal } from "../journal/open-journal";

type Telling = { stop: () => Promise<void> };

/** Writes each beat that this process hears of into the database, for the life of this process. */
export const startWritingPeriods = processWide("earshotTellingPeriods", newTelling);

/** Writes into the database what the journal alone knows of its listening. */
export async function writePeriods(source: Journal, pool: Pool): Promise<void> {
  const periods = untoldPeriods();
  if (periods.length === 0) return;
  await recordPeriods(pool, periods);
  await source.forgetPeriods(periods.map(({ id }) => id));
}

const farewellMs = 1_000;

function newTelling(): Telling {
  let telling: Promise<void> | undefined;
  const tellOnce = newStep("the times of listening can't be written", async () =>
    writePeriods(await journal(), intakePool()),
  );
  // One at a time: a database that is slow is told the newest with the next beat.
  const tell = () => {
    telling ??= tellOnce().finally(() => {
      telling = undefined;
    });
    return telling;
  };
  const unsubscribe = untoldPeriodsNews.subscribe(tell);
  tell();
  return {
    stop: async () => {
      unsubscribe();
      await Promise.race([(telling ?? Promise.resolve()).then(tell), sleep(farewellMs)]);
    },
  };
}
