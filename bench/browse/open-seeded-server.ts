import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "@/lib/platform/migrations/migrate";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { findFreePort } from "@/lib/platform/process/free-port";
import { say } from "../say";
import type { Scratch } from "../scratch/scratch";
import { type Server, startServer } from "../server/server";
import { signIn } from "../server/sign-in";
import { loadCalls } from "./load-calls";

/** A product with so many calls, and somebody who is signed in. */
export type SeededServer = {
  rows: number;
  server: Server;
  databaseUrl: string;
  /** The header with which one is signed in. */
  cookie: string;
};

/** Two products on one PostgreSQL, from one build: one is small, the other as large as is asked. */
export type Shops = { small: SeededServer; large: SeededServer };

const smallRows = 10_000;

export async function openSeededServers(
  scratch: Scratch,
  source: string,
  rows: number,
): Promise<Shops> {
  const dataDirectory = scratch.path("browse");
  await mkdir(dataDirectory, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    ...{ dataDirectory, password: "bench", say: () => undefined },
  });
  scratch.defer(() => postgres.stop());

  const open = async (name: string, count: number): Promise<SeededServer> => {
    await withClient(postgres.superuserUrl, (client) => client.query(`CREATE DATABASE ${name}`));
    const databaseUrl = Object.assign(new URL(postgres.superuserUrl), {
      pathname: `/${name}`,
    }).href;
    await migrate(databaseUrl, join(source, "prisma", "migrations"));
    await loadCalls(databaseUrl, count);
    say(`${name}: starting Earshot with ${count} calls`);
    const dataDir = scratch.path("browse", name);
    const server = startServer({ source, dataDir, databaseUrl, port: await findFreePort() });
    scratch.defer(() => server.stop());
    await server.ready;
    return { rows: count, server, databaseUrl, cookie: await signIn(server.url) };
  };
  const small = await open("small", smallRows);
  return { small, large: await open("large", rows) };
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
