import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
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
import { countRefused, watchPages } from "./watch-pages";

const perSecond = 200;

/**
 * How soon an event is taken after `npm start`, npm and Node included; and an upgrade under load, with a
 * migration that takes long and pages that must be built again.
 */
export async function measureStarts(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch } = setting;
  const source = await prepareSource(scratch.path("starts", "source"), await setting.source());
  return withSite({ scratch, name: "starts", source }, async (site) => {
    const starts: Started[] = [];
    for (let start = 0; start < (isShort ? 2 : 5); start++) {
      starts.push(await startOnNothing(setting, source, site, start));
    }
    const first = starts.map(({ firstSeconds }) => firstSeconds);
    const sending = site.sender.start({
      url: site.server.webhookUrl,
      bodies: { kind: "calls", prefix: "upgrade" },
      pace: { kind: "open", perSecond },
      until: {},
    });
    const pages = watchPages(site);
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
    const seen = await pages.stop();
    const { issued, answers, latencyMs } = await sending.stop();
    say(`starts: during the upgrade ${JSON.stringify(answers)}, pages ${JSON.stringify(seen)}`);
    return [
      reported("starts.npm", median(starts.map(({ npmSeconds }) => npmSeconds)), "s"),
      reported("starts.first-event-median", median(first), "s"),
      atMost("starts.first-event", Math.max(...first), "s", 2),
      atMost(
        "starts.not-accepted",
        starts.reduce((sum, { refused }) => sum + refused, 0),
        "events",
        0,
      ),
      reported("starts.upgrade.took", tookSeconds, "s"),
      atMost("starts.upgrade.not-accepted", issued - (answers["202"] ?? 0), "events", 0),
      atMost("starts.upgrade.pages-refused", countRefused(seen), "pages", 0),
      reported("starts.upgrade.latency-p99", latencyMs.p99, "ms"),
      ...(await checkSite("starts", site)),
    ];
  });
}

type Started = {
  /** Until npm had started Node, and until the first event was taken. */
  npmSeconds: number;
  firstSeconds: number;
  /** Of those that came from then on until all was ready. */
  refused: number;
};

/** By `npm start`, on an empty folder. */
async function startOnNothing(
  { scratch }: Setting,
  source: string,
  { databaseUrl, ledger, sender }: Site,
  start: number,
): Promise<Started> {
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
    const firstSeconds = (performance.now() - beganMs) / 1_000;
    const sending = sender.start({
      url: server.webhookUrl,
      bodies: { kind: "calls", prefix: `start-${start}` },
      pace: { kind: "open", perSecond },
      until: {},
    });
    const { deliveryId } = (await answer.json()) as { deliveryId: string };
    const sha256 = createHash("sha256").update(body).digest("hex");
    ledger.add({
      sha256,
      attempts: 1,
      acks: [{ deliveryId, atMs: Date.now() }],
      recordingId: null,
    });
    await server.ready;
    const { issued, answers } = await sending.stop();
    const npmSeconds = await readChildsAge(server.supervisorPid);
    say(
      `starts: the first event after ${firstSeconds.toFixed(2)} s, of which npm took ` +
        `${npmSeconds.toFixed(2)} s; then ${JSON.stringify(answers)}`,
    );
    // Its journal goes with its folder.
    await awaitDrained(server);
    return { npmSeconds, firstSeconds, refused: issued - (answers["202"] ?? 0) };
  });
}

/** How many seconds after its parent the first child of a process began. */
async function readChildsAge(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const [parent = 0, child = 0] = await Promise.all(
    [pid, Number.parseInt(children, 10)].map(async (one) => {
      const stat = await readFile(`/proc/${one}/stat`, "utf8");
      // Behind the name, which may hold blanks: the 22nd field, in hundredths of a second.
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
    }),
  );
  return (child - parent) / 100;
}

/** A migration that takes so long, and a page that is another one. */
async function changeSource(source: string, seconds: number): Promise<void> {
  const migration = join(source, "prisma", "migrations", "99990101000000_slow");
  await mkdir(migration);
  await writeFile(join(migration, "migration.sql"), `SELECT pg_sleep(${seconds});\n`);
  await appendFile(join(source, "components", "ui", "logo.tsx"), "\n// Changed.\n");
}
