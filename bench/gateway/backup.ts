import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { inProject } from "@/bin/command/project";
import { bareEnvironment, findFreePort } from "@/lib/platform/process/processes";
import { readStored } from "../ledger/read-stored";
import { atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import { awaitDrained } from "../server/await-drained";
import { checkSite } from "../server/check-site";
import { startServer } from "../server/server";
import { withSite } from "../server/site";
import type { Setting } from "./setting";

const run = promisify(execFile);

const perSecond = 200;

/** A backup beside events, restored into another database and an empty folder, where Earshot goes on. */
export async function measureBackup(setting: Setting): Promise<Figure[]> {
  const { isShort, rows, scratch } = setting;
  const source = await setting.source();
  return withSite({ scratch, name: "backup", source, rows }, async (site) => {
    const { webhookUrl: url, dataDir } = site.server;
    const pace = { kind: "open", perSecond } as const;
    const plan = (prefix: string) => ({ url, bodies: { kind: "calls" as const, prefix }, pace });
    await site.sender.send({ ...plan("before"), until: { durationMs: isShort ? 3_000 : 60_000 } });
    const before = site.ledger.acknowledged.map(({ deliveryId }) => deliveryId);

    const file = scratch.path("backup", "file");
    const sending = site.sender.start({ ...plan("beside"), until: {} });
    const backupSeconds = await operate(["backup", file], {
      DATABASE_URL: site.databaseUrl,
      DATA_DIR: dataDir,
    });
    const { issued, answers, latencyMs } = await sending.stop();
    const ledger = await checkSite("backup", site);

    const place = await makeDatabase(site.databaseUrl);
    const elsewhere = { databaseUrl: place, dataDir: scratch.path("backup", "elsewhere") };
    const restoreSeconds = await operate(["restore", file], {
      DATABASE_URL: place,
      DATA_DIR: elsewhere.dataDir,
    });
    say(
      `backup: taken in ${backupSeconds.toFixed(1)} s, restored in ${restoreSeconds.toFixed(1)} s`,
    );
    const server = startServer({ source, ...elsewhere, port: await findFreePort() });
    scratch.defer(server.stop);
    await server.ready;
    await awaitDrained(server);
    const stored = new Set((await readStored(place)).map(({ deliveryId }) => deliveryId));
    return [
      reported("backup.acknowledged-before", before.length, "events"),
      atMost("backup.lost", before.filter((id) => !stored.has(id)).length, "events", 0),
      atMost("backup.not-accepted", issued - (answers["202"] ?? 0), "events", 0),
      reported("backup.latency-p99", latencyMs.p99, "ms"),
      reported("backup.took", backupSeconds, "s"),
      reported("backup.restored-in", restoreSeconds, "s"),
      ...ledger,
    ];
  });
}

/** Runs a command of the product. @returns the seconds that it took @throws with what it said */
async function operate(
  [command = "", file = ""]: string[],
  env: Record<string, string>,
): Promise<number> {
  const beganMs = performance.now();
  const options = { cwd: inProject(), env: bareEnvironment(env) };
  await run("npm", ["run", "-s", command, "--", file], options);
  return (performance.now() - beganMs) / 1_000;
}

async function makeDatabase(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("CREATE DATABASE elsewhere");
  } finally {
    await client.end();
  }
  return Object.assign(new URL(databaseUrl), { pathname: "/elsewhere" }).href;
}
