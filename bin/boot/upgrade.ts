import { ensureBuild, ensurePrismaClient, isBuildCurrent } from "../build/build-pages";
import { complain, letHear, say, show } from "../command/command";
import { migrateDatabase, type OpenDatabase } from "../database/prepare-database";
import { type Supervised, sendToPrograms } from "../supervise/supervise-program";
import type { BootContext } from "./boot";

export type Running = {
  /** Null with hot reload, where web is everything. */
  gateway: Supervised | null;
  web: Supervised;
  worker: Supervised | null;
  database: OpenDatabase;
  stop: BootContext["stop"];
};

/**
 * SIGUSR2 puts new processes, of the sources that are there then, in the place of those that run; one
 * that comes meanwhile is done afterwards. Until `run` is called it does nothing.
 */
export function listenForUpgrade() {
  let running: Running | undefined;
  let last = Promise.resolve();
  process.on("SIGUSR2", () => {
    last = last.then(async () => {
      if (running && !running.stop.aborted) await upgrade(running).catch(reportFailure);
    });
  });
  return {
    run: (programs: Running) => {
      running = programs;
    },
  };
}

/**
 * The gateway is replaced first and stays open. The database is migrated beside the version before, and
 * only where pages must be built there is none for as long as that takes.
 */
async function upgrade({ gateway, web, worker, database, stop }: Running): Promise<void> {
  await gateway?.replace();
  if (!gateway || (await isBuildCurrent())) {
    await migrateDatabase(database);
    // It waits where a build has failed before.
    const isBack = web.resume();
    await Promise.all([isBack ? undefined : web.replace(), worker?.replace()]);
    sendToPrograms("start-step", null);
    return;
  }
  letHear((step) => sendToPrograms("start-step", step));
  let isSuspended = false;
  try {
    say("Upgrading");
    await migrateDatabase(database);
    await ensurePrismaClient(stop);
    show("Upgrading");
    isSuspended = true;
    await web.suspend();
    await ensureBuild(stop);
    web.resume();
    sendToPrograms("start-step", null);
  } catch (error) {
    // Where the pages still run, nobody needs to read of steps.
    if (!isSuspended) sendToPrograms("start-step", null);
    throw error;
  } finally {
    letHear(() => undefined);
  }
  await worker?.replace();
  say("Upgraded");
}

function reportFailure(error: unknown): void {
  say(
    "The upgrade failed; Earshot keeps accepting events. Fix the problem, then send SIGUSR2 again",
  );
  complain(error, "error");
}
