import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { verifyCounts } from "@/lib/recordings/totals/totals";
import { atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import { awaitDrained } from "../server/await-drained";
import { checkSite } from "../server/check-site";
import { type Site, withSite } from "../server/site";
import { makeFormerLedger } from "./former-ledger";
import type { Setting } from "./setting";
import { countRefused, watchPages } from "./watch-pages";

const perSecond = 200;
const mostMs = 3_600_000;

/**
 * A database that an earlier Earshot has filled is migrated and counted anew, while events come and people
 * look. All programs are killed once, while the largest index is being built.
 */
export async function measureMigration(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch } = setting;
  const rows = setting.rows || (isShort ? 5_000 : 1_000_000);
  const source = await setting.source();
  let beganMs = 0;
  const prepare = async (databaseUrl: string) => {
    await makeFormerLedger(databaseUrl, source, rows);
    beganMs = performance.now();
  };
  return withSite({ scratch, name: "migrate", source, prepare }, async (site) => {
    const pool = new pg.Pool({ connectionString: site.databaseUrl, query_timeout: 0 });
    scratch.defer(() => pool.end());
    const isTrue = async (query: string) => (await pool.query(query)).rows[0]?.is_true === true;

    await until(() => isOpen(site));
    let load = beginLoad(site, "before-the-kill");
    await until(() => isTrue(hasIndexBegun));
    const before = await load.end();
    // Whoever is not answered while nobody is there tries again.
    const across = startSending(site, "across-the-kill", { isRepeating: true });
    await sleep(100);
    await site.server.kill();
    const { rows: left } = await pool.query<{ invalid: number }>(countInvalid);
    say(`migrate: killed after ${seconds(beganMs)} s, ${left[0]?.invalid} indexes are half built`);
    const isReady = site.startAgain();
    isReady.catch(() => undefined);
    await until(() => isOpen(site));
    await across.stop();

    load = beginLoad(site, "after-the-kill");
    await isReady;
    say(`migrate: the pages are there after ${seconds(beganMs)} s`);
    const readySeconds = Number(seconds(beganMs));
    await until(() => isTrue(isCounted));
    const tookSeconds = Number(seconds(beganMs));
    await sleep(1_000);
    const after = await load.end();
    // What came meanwhile, on a machine that others use as well.
    const drainedMs = await awaitDrained(site.server, mostMs);
    const ledger = await checkSite("migrate", site);
    const differing = await verifyCounts(pool);
    for (const { of, rows: faulty, example } of differing) {
      say(`migrate: ${of}: ${faulty} rows differ, such as ${example}`);
    }
    const { rows: kept } = await pool.query<{ calls: number }>(countFormer);
    return [
      reported("migrate.rows", rows, "calls"),
      reported("migrate.half-built-at-the-kill", left[0]?.invalid ?? 0, "indexes"),
      reported("migrate.pages-after", readySeconds, "s"),
      atMost("migrate.took", tookSeconds, "s", 900),
      atMost("migrate.not-accepted", before.refused + after.refused, "events", 0),
      reported("migrate.drained-after", drainedMs / 1_000, "s"),
      reported("migrate.latency-p99", Math.max(before.p99Ms, after.p99Ms), "ms"),
      atMost("migrate.pages-refused", before.pagesRefused + after.pagesRefused, "pages", 0),
      atMost("migrate.verify-faults", differing.length, "counts", 0),
      atMost("migrate.calls-lost", rows - (kept[0]?.calls ?? 0), "calls", 0),
      ...ledger,
    ];
  });
}

function startSending({ sender, server }: Site, prefix: string, { isRepeating = false } = {}) {
  return sender.start({
    url: server.webhookUrl,
    bodies: { kind: "calls", prefix },
    pace: { kind: "open", perSecond },
    until: {},
    isRepeating,
  });
}

/** Events, and somebody who looks. */
function beginLoad(site: Site, name: string) {
  const sending = startSending(site, name);
  const pages = watchPages(site);
  return {
    end: async () => {
      const seen = await pages.stop();
      const { issued, answers, latencyMs } = await sending.stop();
      say(`migrate: ${name}: answers ${JSON.stringify(answers)}, pages ${JSON.stringify(seen)}`);
      const refused = issued - (answers["202"] ?? 0);
      return { refused, p99Ms: latencyMs.p99, pagesRefused: countRefused(seen) };
    },
  };
}

async function isOpen({ server }: Site): Promise<boolean> {
  const answer = await fetch(`${server.url}/api/health`).catch(() => null);
  return answer?.ok === true;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + mostMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error("The migration does not end");
    await sleep(20);
  }
}

const seconds = (fromMs: number) => ((performance.now() - fromMs) / 1_000).toFixed(1);

/** It is there, invalid at first, as soon as its building begins. */
const hasIndexBegun = "SELECT to_regclass('recording_signs_idx') IS NOT NULL AS is_true";

const countInvalid = "SELECT count(*)::int AS invalid FROM pg_index WHERE NOT indisvalid";

/** What the worker does behind a migration of the ledger, before any count is shown as exact. */
const isCounted = `
  SELECT finished_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM rollup_zone WHERE filled_to < 'infinity') AS is_true
  FROM upkeep WHERE task = 'count-anew'`;

const countFormer = "SELECT count(*)::int AS calls FROM recording WHERE id LIKE 'old-%'";
