import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Earshot } from "../server/earshot";
import { embeddedDatabaseUrl } from "../server/embedded-database";
import { childrenOf } from "../server/processes";

/** An outage that lasts until `end`, which may be called again. */
export type Outage = { end: () => Promise<void> };

/** Kills the embedded PostgreSQL and takes its port, so that it can't come back. */
export async function holdDatabaseDown(earshot: Earshot): Promise<Outage> {
  const port = Number(new URL(await embeddedDatabaseUrl(earshot.dataDir)).port);
  const occupant = createServer((socket) => socket.destroy());
  const tryToListen = () =>
    new Promise<boolean>((resolve) => {
      occupant.once("error", () => resolve(false));
      occupant.listen(port, "127.0.0.1", () => resolve(true));
    });
  process.kill(await earshot.postgresPid(), "SIGKILL");
  while (!(await tryToListen())) await sleep(5);
  return {
    end: async () => {
      await new Promise((resolve) => occupant.close(resolve));
    },
  };
}

/** Makes the embedded PostgreSQL stand still: connections stay open, and nothing is answered. */
export async function freezeDatabase(earshot: Earshot): Promise<Outage> {
  const postmaster = await earshot.postgresPid();
  process.kill(postmaster, "SIGSTOP");
  const frozen = [postmaster, ...(await childrenOf(postmaster)).map(({ pid }) => pid)];
  for (const pid of frozen) process.kill(pid, "SIGSTOP");
  return {
    end: async () => {
      for (const pid of frozen.splice(0)) process.kill(pid, "SIGCONT");
    },
  };
}
