import { mkdir } from "node:fs/promises";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { findFreePort } from "@/lib/platform/process/processes";
import { SentLedger } from "../ledger/sent-ledger";
import { say } from "../report/say";
import type { Scratch } from "../scratch/scratch";
import { type Sender, startSender } from "../sender/sender";
import { fillLedger } from "./fill-ledger";
import { type Server, startServer } from "./server";

/** One product with a database, a sender and a ledger of its own. */
export type Site = {
  readonly server: Server;
  readonly databaseUrl: string;
  readonly sender: Sender;
  readonly ledger: SentLedger;
  stopPostgres: () => Promise<void>;
  startPostgres: () => Promise<void>;
  /** After a kill: the same data, the same address. */
  startAgain: () => Promise<void>;
};

type SiteOptions = {
  scratch: Scratch;
  name: string;
  source: string;
  env?: Record<string, string>;
  /** So many open files each process may have, instead of what the system allows. */
  descriptors?: number;
  rows?: number;
  /** What is in the database before Earshot comes to it. The work then begins while that starts. */
  prepare?: (databaseUrl: string) => Promise<void>;
};

/** Runs the work at a new site, and ends all that either of them started. */
export async function withSite<T>(
  options: SiteOptions,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  return options.scratch.enclose(async () => work(await openSite(options)));
}

async function openSite({
  scratch,
  name,
  source,
  rows = 0,
  prepare,
  ...rest
}: SiteOptions): Promise<Site> {
  const dataDir = scratch.path(name);
  await mkdir(dataDir, { recursive: true });
  const runPostgres = () =>
    startEmbeddedPostgres({ dataDirectory: dataDir, password: "bench", say: () => undefined });
  let postgres = await runPostgres();
  scratch.defer(() => postgres.stop());
  const databaseUrl = postgres.superuserUrl;
  await prepare?.(databaseUrl);

  say(`${name}: starting Earshot`);
  const port = await findFreePort();
  const runServer = () =>
    startServer({ source, dataDir: scratch.path(name, "data"), databaseUrl, port, ...rest });
  let server = runServer();
  scratch.defer(() => server.stop());
  if (!prepare) await server.ready;
  if (rows > 0) await fillLedger(databaseUrl, rows);

  const ledger = new SentLedger();
  const sender = startSender(ledger, dataDir);
  scratch.defer(sender.close);
  return {
    get server() {
      return server;
    },
    databaseUrl,
    sender,
    ledger,
    stopPostgres: () => postgres.stop(),
    startPostgres: async () => {
      postgres = await runPostgres();
    },
    startAgain: async () => {
      server = runServer();
      await server.ready;
    },
  };
}
