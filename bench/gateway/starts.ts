import { createHash } from "node:crypto";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@/lib/platform/process/processes";
import { atMost, type Figure, reported } from "../report/figure";
import { median } from "../report/percentile";
import { say } from "../report/say";
import { prepareSource } from "../scratch/prepare-source";
import { awaitDrained } from "../server/await-drained";
import { checkSite } from "../server/check-site";
import { startServer } from "../server/server";
import { type Site, withSite } from "../server/site";
import type { Setting } from "./setting";

const perSecond = 200;

/**
 * How soon an event is taken after `npm start`, npm and Node included; and an upgrade under load, with a
 * migration that takes long and pages that must be built again.
 */
export async function measureStarts(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch } = setting;
  const source = await prepareSource(scratch.path("starts", "source"), await setting.source());
  return withSite({ scratch, name: "starts", source }, async (site) => {
    const first: number[] = [];
    for (let start = 0; start < (isShort ? 2 : 5); start++) {
      first.push(await timeFirst(setting, source, site, start));
    }
    const sending = site.sender.start({
      url: site.server.webhookUrl,
      bodies: { kind: "calls", prefix: "upgrade" },
      pace: { kind: "open", perSecond },
      until: {},
    });
    await sleep(1_000);
    const migrationSeconds = isShort ? 3 : 60;
    await changeSource(source, migrationSeconds);
    const beganMs = performance.now();
    site.server.replace();
    while (!site.server.output().includes("Upgraded")) {
      if (performance.now() - beganMs > 300_000)
        throw new Error(site.server.output().slice(-2_000));
      await sleep(200);
    }
    const tookSeconds = (performance.now() - beganMs) / 1_000;
    const isBack = async () => (await fetch(`${site.server.url}/sign-in`)).ok;
    while (!(await isBack())) await sleep(200);
    await sleep(1_000);
    const { issued, answers, latencyMs } = await sending.stop();
    say(`starts: answers during the upgrade ${JSON.stringify(answers)}`);
    return [
      reported("starts.first-event-most", Math.max(...first) / 1_000, "s"),
      atMost("starts.first-event", median(first) / 1_000, "s", 2),
      reported("starts.upgrade.took", tookSeconds, "s"),
      atMost("starts.upgrade.not-accepted", issued - (answers["202"] ?? 0), "events", 0),
      reported("starts.upgrade.latency-p99", latencyMs.p99, "ms"),
      ...(await checkSite("starts", site)),
    ];
  });
}

/** On an empty folder, by `npm start`. @returns after how many ms an event was taken */
async function timeFirst(
  { scratch }: Setting,
  source: string,
  { databaseUrl, ledger }: Site,
  start: number,
): Promise<number> {
  return scratch.enclose(async () => {
    const dataDir = scratch.path("starts", `empty-${start}`);
    await mkdir(dataDir);
    const port = await findFreePort();
    const beganMs = performance.now();
    const server = startServer({ source, dataDir, databaseUrl, port, isByNpm: true });
    scratch.defer(server.stop);
    const body = JSON.stringify({ data: [], start });
    const post = () => fetch(server.webhookUrl, { method: "POST", body }).catch(() => null);
    let answer = await post();
    while (answer?.status !== 202) {
      await sleep(10);
      answer = await post();
    }
    const tookMs = performance.now() - beganMs;
    const { deliveryId } = (await answer.json()) as { deliveryId: string };
    const sha256 = createHash("sha256").update(body).digest("hex");
    ledger.add({
      sha256,
      attempts: 1,
      acks: [{ deliveryId, atMs: Date.now() }],
      recordingId: null,
    });
    say(`starts: the first event after ${tookMs.toFixed(0)} ms`);
    await server.ready;
    // Its journal goes with its folder.
    await awaitDrained(server);
    return tookMs;
  });
}

/** A migration that takes so long, and a page that is another one. */
async function changeSource(source: string, seconds: number): Promise<void> {
  const migration = join(source, "prisma", "migrations", "99990101000000_slow");
  await mkdir(migration);
  await writeFile(join(migration, "migration.sql"), `SELECT pg_sleep(${seconds});\n`);
  await appendFile(join(source, "components", "ui", "logo.tsx"), "\n// Changed.\n");
}
