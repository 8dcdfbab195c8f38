import { setTimeout as sleep } from "node:timers/promises";
import type { Setting } from "../gateway/setting";
import { atLeast, atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import type { Site } from "../server/site";
import {
  countFetches,
  countOrphans,
  listenToKept,
  listWrongHashes,
  waitForParts,
} from "./judge-kept";
import { type Kept, readClaimed, readKept, readPeaks, readServed } from "./read-kept";
import {
  type Fault,
  formats,
  type Recording,
  type SandboxSite,
  stateOfFault,
  type Wish,
  withSandboxSite,
} from "./sandbox-site";

/** What a run is made of: sound recordings, odd ones of each kind, and kills. */
const sizes = {
  short: { sound: 40, odd: 1, mostSeconds: 120, kills: 2, heard: 10, maxBytes: 20e6 },
  long: { sound: 1_000, odd: 10, mostSeconds: 1_800, kills: 5, heard: 1_000, maxBytes: 150e6 },
};
const leastSeconds = 10;

/**
 * Recordings of all formats are fetched, kept and measured, though what does so is killed; then whoever
 * looks from outside says what is wrong.
 */
export async function measureCustody(setting: Setting): Promise<Figure[]> {
  const size = setting.isShort ? sizes.short : sizes.long;
  const sound = setting.rows || size.sound;
  const wishes = [...wishSound(sound, size.mostSeconds), ...wishOdd(size.odd)];
  const given = { name: "custody", wishes, maxBytes: size.maxBytes };
  return withSandboxSite(setting, given, async (custody) => {
    const { site, client, recordings, sandboxUrl, send } = custody;
    const beganMs = Date.now();
    await send();
    const killedMs: number[] = [];
    for (let kill = 1; kill <= size.kills; kill++) {
      await untilKept(custody, (sound * kill * 0.8) / (size.kills + 1));
      killedMs.push(await killAtRandom(custody, setting.isShort));
      say(`  killed ${kill} of ${size.kills} times`);
    }
    await untilSettled(custody);
    const { dataDir } = site.server;
    if (!setting.isShort) await waitForParts(dataDir);
    const kept = await readKept(client);
    const wrongStates = recordings.filter((one) => !isAsExpected(one, kept.get(one.id)));
    await letADayPass(client);
    wrongStates.push(...(await listNotGone(custody)));

    const served = await readServed(sandboxUrl);
    const evidence = {
      dataDir,
      recordings,
      kept,
      served,
      claimed: await readClaimed(client),
      readPeaks: (id: string) => readPeaks(client, id),
    };
    const keptAt = [...kept.values()].flatMap((one) => (one.keptAt ? [Number(one.keptAt)] : []));
    const seconds = (Math.max(...keptAt) - beganMs) / 1_000;
    say(`  ${keptAt.length} kept in ${seconds.toFixed(0)} s; listening to ${size.heard} of them`);
    const whole = recordings.filter(({ fault }) => !fault || isWhole(fault));
    const heard = await listenToKept(evidence, takeEvenly(whole, size.heard));
    const wrong = {
      state: wrongStates,
      hash: await listWrongHashes(evidence),
      duration: [
        ...whole.filter((one) => !isAsLong(one, kept.get(one.id))),
        ...heard.wrongDurations,
      ],
      peaks: heard.wrongPeaks,
    };
    const fetches = countFetches(evidence, killedMs);
    return [
      atLeast("custody.kept", keptAt.length, "recordings", countKept(recordings)),
      ...Object.entries(wrong).map(([what, those]) => countWrong(what, those)),
      atMost("custody.orphans", await countOrphans(evidence), "files", 0),
      atMost("custody.fetched-twice", fetches.twice, "recordings", 0),
      reported("custody.fetched-again-after-a-kill", fetches.again, "fetches"),
      reported("custody.without-peaks", heard.withoutPeaks.length, "recordings"),
      reported("custody.per-second", keptAt.length / seconds, "recordings/s"),
    ];
  });
}

/** All formats, mono and stereo; mostly minutes, now and then the most. */
function wishSound(count: number, mostSeconds: number): Wish[] {
  return Array.from({ length: count }, (_, index) => {
    const share = index < formats.length ? 1 : (index * 0.618_034) % 1;
    const seconds = leastSeconds + (mostSeconds - leastSeconds) * share ** 4;
    return toWish(index, Math.round(seconds * 10) / 10, null);
  });
}

function wishOdd(count: number): Wish[] {
  const faults = Object.keys(stateOfFault) as Fault[];
  return Array.from({ length: count }, (_, index) =>
    faults.flatMap((fault, at) => {
      // What is spoilt is another riddle in each format.
      const isSpoilt = fault === "truncated" || fault === "garbled";
      const all = isSpoilt && index === 0 ? formats.length : 1;
      return Array.from({ length: all }, (_, n) =>
        toWish(index + at + n, leastSeconds + index, fault),
      );
    }),
  ).flat();
}

function toWish(index: number, seconds: number, fault: Fault | null): Wish {
  const format = formats[index % formats.length] ?? "wav";
  const channels = Math.floor(index / formats.length) % 2 === 0 ? 1 : 2;
  return { format, channels, seconds, fault };
}

/** Whether all of it is served sooner or later. */
const isWhole = (fault: Fault) => fault === "late" || fault === "mislabelled";

function countKept(recordings: Recording[]): number {
  return recordings.filter(({ fault }) => !fault || stateOfFault[fault] === "kept").length;
}

const typeOf: Record<Recording["format"], string> = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  flac: "audio/flac",
};

/** Kept ones under their own type, whatever was said, and once. */
function isAsExpected({ fault, format }: Recording, kept: Kept | undefined): boolean {
  const state = fault ? stateOfFault[fault] : "kept";
  if (kept?.state !== state) return false;
  return state !== "kept" || (kept.type === typeOf[format] && kept.isMeasured && kept.files === 1);
}

function isAsLong({ seconds, channels }: Recording, kept: Kept | undefined): boolean {
  const told = (kept?.durationMs ?? 0) / 1_000;
  return Math.abs(told / seconds - 1) <= 0.01 && kept?.channels === channels;
}

const timeoutMs = 240_000;

/** @throws when nothing more is kept for minutes */
async function untilKept({ client }: SandboxSite, enough: number): Promise<void> {
  let most = -1;
  let lastMs = performance.now();
  for (;;) {
    const { rows } = await client.query("SELECT count(*)::int AS kept FROM sound_file");
    const kept: number = rows[0].kept;
    if (kept >= enough) return;
    if (kept > most) lastMs = performance.now();
    most = Math.max(most, kept);
    if (performance.now() - lastMs > timeoutMs) throw new Error(`Only ${kept} files are kept`);
    await sleep(100);
  }
}

/** Until every recording is as it ought to be, or nothing changes any more. */
async function untilSettled({ client, recordings }: SandboxSite): Promise<void> {
  let before = -1;
  let lastMs = performance.now();
  while (performance.now() - lastMs < timeoutMs) {
    const states = await readKept(client);
    const left = recordings.filter((one) => !isAsExpected(one, states.get(one.id))).length;
    if (left === 0) return;
    if (left !== before) lastMs = performance.now();
    before = left;
    await sleep(500);
  }
}

const longestWaitMs = 400;

/**
 * SIGKILL to what fetches and measures, and to the worker that runs it. What they had claimed is left
 * alone for a minute, which the short form does not wait out. @returns when
 */
async function killAtRandom({ site, client }: SandboxSite, isHasty: boolean): Promise<number> {
  await sleep(Math.random() * longestWaitMs);
  const { sounds, worker } = await site.server.pids();
  for (const pid of [sounds, worker]) if (pid) process.kill(pid, "SIGKILL");
  const killedMs = Date.now();
  if (sounds === null) say("  nothing was fetching when it was killed");
  if (isHasty)
    await client.query("UPDATE sound SET claimed_until = now() WHERE claimed_by IS NOT NULL");
  await waitForWorker(site, worker);
  return killedMs;
}

async function waitForWorker(site: Site, former: number | null): Promise<void> {
  while ((await site.server.pid("worker")) === former) await sleep(50);
}

/** What was not there is as old as if it had been asked for since yesterday. */
async function letADayPass(client: SandboxSite["client"]): Promise<void> {
  await client.query(`
    UPDATE sound SET told_at = told_at - interval '25 hours', next_try_at = now(),
      attempts = greatest(attempts, 3)
    WHERE state = 'not_ready'`);
}

async function listNotGone({ client, recordings }: SandboxSite): Promise<Recording[]> {
  const dead = recordings.filter(({ fault }) => fault === "dead");
  const endMs = performance.now() + 90_000;
  for (;;) {
    const states = await readKept(client);
    const left = dead.filter(({ id }) => states.get(id)?.state !== "gone");
    if (left.length === 0 || performance.now() > endMs) return left;
    await sleep(500);
  }
}

function takeEvenly<T>(all: T[], most: number): T[] {
  const every = Math.max(1, all.length / most);
  return all.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
}

function countWrong(what: string, recordings: Recording[]): Figure {
  const some = recordings.slice(0, 5).map(({ id, path }) => `${id} ${path}`);
  if (some.length > 0) say(`  wrong ${what}: ${some.join(", ")}`);
  return atMost(`custody.wrong-${what}`, new Set(recordings).size, "recordings", 0);
}
