import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCallRecord, toDocument } from "../bodies/call-record";
import { replaceAt } from "../bodies/hostile-bodies";
import { atMost, type Figure, reported } from "../report/figure";
import { percentile } from "../report/percentile";
import { say } from "../report/say";
import { checkSite } from "../server/check-site";
import { signIn } from "../server/sign-in";
import { type Site, withSite } from "../server/site";
import type { Setting } from "./scenario";
import { watchLedger } from "./watch-ledger";

/** A steady stream, sent at fixed times whatever the answers: how late are they, and the list? */
export async function measureHeldLoad(setting: Setting): Promise<Figure[]> {
  const figures = await holdAt(
    setting,
    "held-load",
    { perSecond: 1_000, isSampled: true },
    (held) => [
      reported("held-load.latency-p50", held.latencyMs.p50, "ms"),
      atMost("held-load.latency-p99", held.latencyMs.p99, "ms", 30),
      reported("held-load.on-the-list-after-p50", percentile(held.lagsMs, 0.5) / 1_000, "s"),
      atMost("held-load.on-the-list-after-p99", percentile(held.lagsMs, 0.99) / 1_000, "s", 1),
      reported("held-load.page-samples", held.samplesMs.length, "samples"),
      atMost("held-load.on-the-page-after-p99", percentile(held.samplesMs, 0.99) / 1_000, "s", 1),
    ],
  );
  // What is asked of it is that it lasts, which takes longer to see than a short form has.
  if (setting.isShort) return figures;
  const name = "held-load-twice";
  const pace = { perSecond: 2_000, isSampled: false };
  const twice = await holdAt(setting, name, pace, ({ latencyMs, waitedAt, durationMs }) => {
    const [third, last] = [2, 3].map((quarter) => {
      const tenths = Array.from({ length: 10 }, (_, n) => (quarter + n / 10) * (durationMs / 4));
      return tenths.reduce((sum, ms) => sum + waitedAt(ms), 0) / tenths.length;
    });
    return [
      reported(`${name}.latency-p50`, latencyMs.p50, "ms"),
      reported(`${name}.latency-p99`, latencyMs.p99, "ms"),
      reported(`${name}.waiting-at-the-end`, waitedAt(durationMs), "events"),
      // What comes during one turn of the drain.
      atMost(`${name}.more-waiting-in-the-last-quarter`, (last ?? 0) - (third ?? 0), "events", 200),
    ];
  });
  return [...figures, ...twice];
}

type Held = {
  latencyMs: { p50: number; p99: number };
  durationMs: number;
  /** From the 202 until an event could be read by the list, and until its page showed it. */
  lagsMs: number[];
  samplesMs: number[];
  /** How many events were acknowledged and not yet in the ledger, so long after the beginning. */
  waitedAt: (ms: number) => number;
};

async function holdAt(
  { isShort, scratch, rows, ...setting }: Setting,
  name: string,
  { perSecond, isSampled }: { perSecond: number; isSampled: boolean },
  judge: (held: Held) => Figure[],
): Promise<Figure[]> {
  const { warmUpMs, durationMs } = isShort
    ? { warmUpMs: 1_500, durationMs: 3_000 }
    : { warmUpMs: 5_000, durationMs: 60_000 };
  const source = await setting.source();

  return withSite({ scratch, name, source, rows }, async (site) => {
    const { webhookUrl: url } = site.server;
    const plan = (prefix: string) => ({ url, bodies: { kind: "calls" as const, prefix } });
    const pace = { kind: "open", perSecond } as const;
    // The first page that a server shows loads its code, which is no part of the load.
    const warmUp = isSampled ? await sampleList(site, "warm-up-sample") : null;
    await site.sender.send({ ...plan("warm-up"), pace, until: { durationMs: warmUpMs } });
    await warmUp?.stop();
    await checkSite(`${name}, after warming up`, site);
    const warmedUp = new Set(site.ledger.recordings.keys());

    const watch = await watchLedger(site.databaseUrl);
    const closeWatch = scratch.defer(watch.stop);
    const samples = isSampled ? await sampleList(site, "sample") : null;
    const closeSamples = scratch.defer(async () => samples?.stop());
    say(`${name}: ${perSecond} events/s for ${durationMs / 1_000} s`);
    const beganAtMs = performance.timeOrigin + performance.now();
    const { latencyMs, issued, answers } = await site.sender.send({
      ...plan("held"),
      pace,
      until: { durationMs },
    });
    say(`${name}: answers ${JSON.stringify(answers)}`);
    await closeSamples();
    const ledgerFigures = await checkSite(name, site);
    await closeWatch();

    const events = [...site.ledger.recordings].flatMap(([id, acknowledgedAtMs]) => {
      if (warmedUp.has(id)) return [];
      return [{ acknowledgedAtMs, seenAtMs: watch.seenAtMs.get(id) ?? Number.POSITIVE_INFINITY }];
    });
    const figures = judge({
      latencyMs,
      durationMs,
      samplesMs: samples?.lagsMs ?? [],
      lagsMs: events.map(({ acknowledgedAtMs, seenAtMs }) => seenAtMs - acknowledgedAtMs),
      waitedAt: (ms) => {
        const atMs = beganAtMs + ms;
        return events.filter((one) => one.acknowledgedAtMs <= atMs && one.seenAtMs > atMs).length;
      },
    });
    return [
      reported(`${name}.issued`, issued, "events"),
      atMost(`${name}.not-accepted`, issued - (answers["202"] ?? 0), "events", 0),
      ...figures,
      ...ledgerFigures,
    ];
  });
}

const pauseMs = 500;
/** A person looks again, and again; asking without a pause would be a load of its own. */
const lookMs = 250;
const timeoutMs = 30_000;

/** Sends an event now and then, and looks at the page as a person would until it is there. */
async function sampleList({ server, ledger }: Site, prefix: string) {
  const cookie = await signIn(server.url);
  const lagsMs: number[] = [];
  const stopping = new AbortController();

  const sampleOne = async (n: number) => {
    const id = `${prefix}-${n}`;
    const record = replaceAt(makeCallRecord(id, n), ["customer", "details", "id"], id);
    const body = JSON.stringify(toDocument(record));
    const answer = await fetch(server.webhookUrl, { method: "POST", body });
    const acknowledgedAtMs = performance.now();
    if (answer.status !== 202) return;
    const { deliveryId }: { deliveryId: string } = await answer.json();
    const atMs = performance.timeOrigin + acknowledgedAtMs;
    const sha256 = createHash("sha256").update(body).digest("hex");
    ledger.add({ sha256, attempts: 1, acks: [{ deliveryId, atMs }], recordingId: id });
    const search = `${server.url}/recordings?customer=${id}`;
    while (performance.now() - acknowledgedAtMs < timeoutMs) {
      const page = await fetch(search, { headers: { Cookie: cookie } });
      if ((await page.text()).includes(`/recordings/${id}"`)) break;
      await sleep(lookMs);
    }
    lagsMs.push(performance.now() - acknowledgedAtMs);
  };
  const sample = async () => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      await sampleOne(n);
      await sleep(pauseMs);
    }
  };
  const done = sample();
  done.catch(() => undefined);
  return {
    lagsMs,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
