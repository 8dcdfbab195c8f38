import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atLeastLong, atMostLong, type Setting } from "../gateway/setting";
import { atMost, type Figure, reported } from "../report/figure";
import { median, percentile } from "../report/percentile";
import { say } from "../report/say";
import { prepareSource } from "../scratch/prepare-source";
import { once, type RunWish, runScenarios } from "../scratch/run-scenarios";
import type { Scratch } from "../scratch/scratch";
import { signInPeople } from "../server/sign-in";
import { type Site, withSite } from "../server/site";
import { measureCustody } from "./custody";
import { type KeptTrack, keepTracks } from "./keep-tracks";
import { type Heard, listen } from "./listeners";
import { startNginx } from "./nginx";
import { measurePlay } from "./play";
import { type Wish as SoundWish, withSandboxSite } from "./sandbox-site";

type Wish = RunWish & { isShort: boolean; rows: number; source: string };

const listeners = 50;
/** Each has several windows open, as far as one person may. */
const people = 10;
const mebibyte = 1024 ** 2;
/** What a browser reads after a seek before it has heard enough. */
const partBytes = mebibyte;

const scenarios = [
  { name: "seek", run: measureSeeks },
  { name: "throughput", run: measureThroughput },
  { name: "beside-intake", run: measureIntake },
  { name: "beside-fetching", run: measureFetching },
  { name: "custody", run: measureCustody },
  { name: "play", run: measurePlay },
];
export const audioNames = scenarios.map(({ name }) => name);

export function runAudio(
  { isShort, rows, source: folder, ...wish }: Wish,
  scratch: Scratch,
  stop: AbortSignal,
): Promise<Figure[]> {
  const source = once(() => prepareSource(folder || scratch.path("source")));
  return runScenarios(scenarios, { isShort, rows, scratch, source }, wish, stop);
}

type Prepared = {
  site: Site;
  kept: KeptTrack[];
  cookies: string[];
  hear: (plan: Plan) => Promise<Heard>;
};
type Plan = { restMs: number; durationMs: number; tracks?: KeptTrack[] };

async function withTracks(
  { scratch, source, isShort }: Setting,
  name: string,
  work: (prepared: Prepared) => Promise<Figure[]>,
): Promise<Figure[]> {
  const sizes = Array<number>(isShort ? 8 : 20).fill((isShort ? 10 : 30) * mebibyte);
  // A recording of hours beside those of minutes.
  sizes.push((isShort ? 256 : 1_024) * mebibyte);
  const env = { AUDIO_STORE: "disk" };
  const options = { scratch, name, source: await source(), env, rows: sizes.length };
  return withSite(options, async (site) => {
    const kept = await keepTracks(site, sizes);
    const cookies = await signInPeople(site, people);
    const hear = ({ tracks = kept, ...plan }: Plan) =>
      listen({
        listeners,
        partBytes,
        cookies,
        ...plan,
        tracks: tracks.map(({ recordingId, bytes }) => ({
          url: `${site.server.url}/api/recordings/${recordingId}/audio`,
          bytes,
        })),
      });
    await hear({ restMs: 20, durationMs: isShort ? 1_000 : 3_000 });
    return work({ site, kept, cookies, hear });
  });
}

/** People who jump about in recordings, each about twice a second. */
function measureSeeks(setting: Setting): Promise<Figure[]> {
  return withTracks(setting, "seek", async ({ site, hear, kept }) => {
    const durationMs = setting.isShort ? 3_000 : 30_000;
    const pids = [await site.server.pid("web"), await site.server.pid("gateway")];
    const before = await readResidentMegabytes(pids);
    const memory = watchMemory(pids);
    const spentMs = await readProcessorMs(pids);
    const heard = await hear({ restMs: 500, durationMs });
    const perSeekMs = ((await readProcessorMs(pids)) - spentMs) / heard.seeks;
    const large = await hear({ restMs: 0, durationMs: durationMs / 2, tracks: kept.slice(-1) });
    const growth = (await memory.stop()) - before;
    const faults = [...heard.faults, ...large.faults];
    if (faults.length > 0) say(`  ${[...new Set(faults)].slice(0, 5).join(", ")}`);
    return [
      reported("seek.seeks", heard.seeks, "seeks"),
      atMost("seek.faults", faults.length, "seeks", 0),
      // Says more than times on a machine that others use, too.
      reported("seek.processor", perSeekMs, "ms a seek"),
      reported("seek.first-byte-p50", percentile(heard.firstByteMs, 0.5), "ms"),
      atMostLong(setting, "seek.first-byte-p95", percentile(heard.firstByteMs, 0.95), "ms", 50),
      atMostLong(setting, "seek.memory-growth", growth, "MB", 64),
    ];
  });
}

/** As fast as they are answered, in turns with nginx over the same files. */
function measureThroughput(setting: Setting): Promise<Figure[]> {
  return withTracks(setting, "throughput", async ({ site, kept, cookies, hear }) => {
    const root = join(site.server.dataDir, "audio");
    const nginx = await startNginx(root, setting.scratch.path("nginx"));
    const close = setting.scratch.defer(nginx.stop);
    // Many short turns, each side first in every other one: a machine that others use changes slowly.
    const { rounds, durationMs } = setting.isShort
      ? { rounds: 4, durationMs: 1_500 }
      : { rounds: 15, durationMs: 4_000 };
    const tracks = kept.map(({ path, bytes }) => ({ url: `${nginx.url}${path}`, bytes }));
    const ratios: number[] = [];
    let faults = 0;
    const hearNginx = () =>
      listen({ listeners, partBytes, cookies, restMs: 0, durationMs, tracks });
    const hearOurs = () => hear({ restMs: 0, durationMs });
    await hearNginx();
    for (let round = 0; round < rounds; round++) {
      const early = round % 2 === 0 ? undefined : await hearOurs();
      const reference = await hearNginx();
      const ours = early ?? (await hearOurs());
      faults += reference.faults.length + ours.faults.length;
      for (const [who, heard] of Object.entries({ nginx: reference, ours })) {
        if (heard.faults.length > 0) say(`  ${who}: ${[...new Set(heard.faults)].join(", ")}`);
      }
      const speed = ({ bytes, seconds }: Heard) => bytes / seconds / 1e6;
      ratios.push(speed(ours) / speed(reference));
      say(`  ${speed(ours).toFixed(0)} MB/s, nginx ${speed(reference).toFixed(0)} MB/s`);
    }
    await close();
    return [
      atMost("throughput.faults", faults, "seeks", 0),
      reported("throughput.least-of-nginx", Math.min(...ratios), "ratio"),
      reported("throughput.most-of-nginx", Math.max(...ratios), "ratio"),
      atLeastLong(setting, "throughput.of-nginx", median(ratios), "ratio", 0.7),
    ];
  });
}

/** A steady stream of events, alone and beside the listeners, in turns. */
function measureIntake(setting: Setting): Promise<Figure[]> {
  return withTracks(setting, "beside-intake", async ({ site, hear }) => {
    const { durationMs, send } = holdLoad(setting, site);
    const rounds = setting.isShort ? 1 : 5;
    await send("warm-up");
    const ratios: number[] = [];
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      const alone = await send(`alone-${round}`);
      const [beside] = await Promise.all([
        send(`beside-${round}`),
        hear({ restMs: 500, durationMs }),
      ]);
      refused += beside.issued - (beside.answers["202"] ?? 0);
      ratios.push(beside.latencyMs.p99 / alone.latencyMs.p99);
      say(
        `  p99 ${alone.latencyMs.p99.toFixed(1)} ms alone, ${beside.latencyMs.p99.toFixed(1)} ms beside`,
      );
    }
    return [
      atMost("beside-intake.not-accepted", refused, "events", 0),
      atMostLong(setting, "beside-intake.p99", median(ratios), "ratio", 1.5),
    ];
  });
}

/** The same stream, alone and while recordings are fetched, kept and measured, in turns. */
function measureFetching(setting: Setting): Promise<Figure[]> {
  const rounds = setting.isShort ? 1 : 5;
  const perRound = setting.isShort ? 30 : 80;
  const wishes = Array.from({ length: rounds * perRound }, (): SoundWish => {
    return { format: "wav", channels: 1, seconds: 60, fault: null };
  });
  const given = { name: "beside-fetching", wishes, maxBytes: 20e6 };
  return withSandboxSite(setting, given, async ({ site, client, recordings, send: announce }) => {
    const { send } = holdLoad(setting, site);
    const countKept = async () => {
      const { rows } = await client.query("SELECT count(*)::int AS kept FROM sound_file");
      return rows[0].kept as number;
    };
    await send("warm-up");
    const ratios: number[] = [];
    let keptMeanwhile = 0;
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      const alone = await send(`alone-${round}`);
      const [before, after] = [round * perRound, (round + 1) * perRound];
      const [beside] = await Promise.all([
        send(`beside-${round}`),
        announce(recordings.slice(before, after)),
      ]);
      const kept = (await countKept()) - before;
      keptMeanwhile += kept;
      refused += beside.issued - (beside.answers["202"] ?? 0);
      ratios.push(beside.latencyMs.p99 / alone.latencyMs.p99);
      say(
        `  p99 ${alone.latencyMs.p99.toFixed(1)} ms alone, ${beside.latencyMs.p99.toFixed(1)} ms beside; ${kept} kept`,
      );
      while ((await countKept()) < after) await sleep(200);
    }
    return [
      atLeastLong(setting, "beside-fetching.kept-meanwhile", keptMeanwhile, "recordings", rounds),
      atMost("beside-fetching.not-accepted", refused, "events", 0),
      atMostLong(setting, "beside-fetching.p99", median(ratios), "ratio", 1.5),
    ];
  });
}

/** As many events a second as `held-load` of the intake's benchmark sends. */
const heldPerSecond = 1_000;

function holdLoad({ isShort }: Setting, { sender, server }: Site) {
  const durationMs = isShort ? 2_000 : 20_000;
  const send = (prefix: string) =>
    sender.send({
      url: server.webhookUrl,
      bodies: { kind: "calls", prefix, isSilent: true },
      pace: { kind: "open", perSecond: heldPerSecond },
      until: { durationMs },
    });
  return { durationMs, send };
}

/** @returns on stop, the most that these processes ever held together meanwhile */
function watchMemory(pids: number[]) {
  let most = 0;
  const look = async () => {
    most = Math.max(most, await readResidentMegabytes(pids));
  };
  const timer = setInterval(look, 100);
  return {
    stop: async () => {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}

/** What these processes have taken of the processor together; the kernel counts hundredths of a second. */
async function readProcessorMs(pids: number[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10;
}

async function readResidentMegabytes(pids: number[]): Promise<number> {
  let sum = 0;
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    sum += Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
  }
  return sum;
}
