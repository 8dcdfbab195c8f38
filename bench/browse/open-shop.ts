import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "@/lib/platform/migrations/migrate";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { findFreePort } from "@/lib/platform/process/free-port";
import { type House, startHouse } from "../house/house";
import { signIn } from "../house/sign-in";
import { say } from "../say";
import type { Scratch } from "../scratch/scratch";
import { loadCalls } from "./load-calls";

/** A product with so many calls, and somebody who is signed in. */
export type Shop = {
  rows: number;
  house: House;
  databaseUrl: string;
  /** The header with which one is signed in. */
  cookie: string;
};

/** Two products on one PostgreSQL, from one build: one is small, the other as large as is asked. */
export type Shops = { small: Shop; large: Shop };

const smallRows = 10_000;

export async function openShops(scratch: Scratch, source: string, rows: number): Promise<Shops> {
  const dataDirectory = scratch.path("browse");
  await mkdir(dataDirectory, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    ...{ dataDirectory, password: "bench", say: () => undefined },
  });
  scratch.defer(() => postgres.stop());

  const open = async (name: string, count: number): Promise<Shop> => {
    await withClient(postgres.superuserUrl, (client) => client.query(`CREATE DATABASE ${name}`));
    const databaseUrl = Object.assign(new URL(postgres.superuserUrl), {
      pathname: `/${name}`,
    }).href;
    await migrate(databaseUrl, join(source, "prisma", "migrations"));
    await loadCalls(databaseUrl, count);
    say(`${name}: starting Earshot with ${count} calls`);
    const dataDir = scratch.path("browse", name);
    const house = startHouse({ source, dataDir, databaseUrl, port: await findFreePort() });
    scratch.defer(() => house.stop());
    await house.ready;
    return { rows: count, house, databaseUrl, cookie: await signIn(house.url) };
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
