import { fork } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inProject } from "@/bin/command/project";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { bareEnvironment } from "@/lib/platform/process/processes";

/** A PostgreSQL that Earshot did not start and can't start again. */
export type OwnPostgres = {
  url: string;
  folder: string;
  /** As its superuser, on a connection of its own. */
  run: (...statements: string[]) => Promise<void>;
  /** Stops the server in good order, until it is resumed. */
  halt: () => Promise<void>;
  resume: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "earshot-postgres-"));
  const child = fork(inProject("e2e/support/postgres/run-postgres.ts"), [folder], {
    execArgv: ["--import", "tsx", "--conditions=react-server"],
    env: bareEnvironment(),
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await Promise.race([
    new Promise<string>((resolve) => child.once("message", (sent) => resolve(String(sent)))),
    ended.then((): never => {
      throw new Error("PostgreSQL did not start");
    }),
  ]);
  const ask = (request: "halt" | "resume") =>
    new Promise<void>((resolve) => {
      child.once("message", () => resolve());
      child.send(request);
    });
  return {
    halt: () => ask("halt"),
    resume: () => ask("resume"),
    url,
    folder: join(folder, "postgres"),
    run: (...statements) => runStatements(url, statements),
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
      await forgetFolder(folder);
    },
  };
}

async function runStatements(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function urlOfDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
