import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSound, measureAudible } from "../kept/check-sound";
import { measureSound } from "./measure-sound";
import { type TestSound, writeAac, writeHeAac } from "./test-aac";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "aac-"));
});
afterAll(() => rm(folder, { recursive: true }));

const path = () => join(folder, "file");
const seconds = 4;
const left = (second: number) => [0.8, 0.4, 0.2, 0.6][second % 4] ?? 0;
const right = (second: number) => (second % 3 === 0 ? 0.5 : 0);
const stereo: TestSound = {
  container: "m4a",
  sampleRate: 16_000,
  seconds,
  loudness: [left, right],
};

/** Usually, in the middle of each second, away from where the encoder smears one into the next. */
function loudest(peaks: Uint8Array, channel: number): number[] {
  const stretches = 1_000 / seconds;
  return Array.from({ length: seconds }, (_, second) => {
    const from = channel * 1_000 + (second + 0.3) * stretches;
    return (peaks.slice(from, from + 0.4 * stretches).toSorted()[0.2 * stretches] ?? 0) / 255;
  });
}

function expectHeard(peaks: Uint8Array | null, loudness: TestSound["loudness"], apart: number) {
  expect(peaks).toHaveLength(1_000 * loudness.length);
  for (const [channel, level] of loudness.entries()) {
    for (const [second, peak] of loudest(peaks ?? new Uint8Array(), channel).entries()) {
      expect(Math.abs(peak - level(second)), `${channel} at ${second}`).toBeLessThan(apart);
    }
  }
}

const containers = ["m4a", "aac"] as const;
const sampleRates = [8_000, 16_000, 44_100, 48_000];
const each = containers.flatMap((container) =>
  sampleRates.map((sampleRate) => ({ container, sampleRate })),
);

test.each(each)("$container at $sampleRate Hz, mono and stereo", async (format) => {
  for (const loudness of [[left], [left, right]]) {
    await writeAac(path(), { ...stereo, ...format, loudness });
    const { durationMs, channels, peaks } = await measureSound(path());
    expect(channels).toBe(loudness.length);
    // What the encoder puts before and after, nobody took off: two packets.
    const around = 2_048 / format.sampleRate;
    expect(durationMs).toBeGreaterThan(seconds * 1_000 - 100);
    expect(durationMs).toBeLessThan((seconds + around) * 1_000 + 100);
    expectHeard(peaks, loudness, 0.05);
  }
});

test.each(["adts", "m4a", "m4a, as HE-AAC", "m4a, as an extension"] as const)(
  "HE-AAC in %s is as long and as loud as it should be, and with parametric stereo has two channels",
  async (told) => {
    for (const isStereo of [false, true]) {
      await writeHeAac(path(), { seconds, loudness: left, told, isStereo });
      const { durationMs, channels, peaks } = await measureSound(path());
      expect(Math.abs((durationMs ?? 0) - seconds * 1_000)).toBeLessThan(100);
      expect(channels).toBe(isStereo ? 2 : 1);
      // By the step of the format.
      const [louder, quieter] = isStereo ? [1.117, 0.889] : [1, 1];
      const sides = [
        (second: number) => left(second) * louder,
        (second: number) => left(second) * quieter,
      ];
      expectHeard(peaks, sides.slice(0, channels ?? 0), 0.06);
    }
  },
);

test("silence and one silent side are told from AAC too", async () => {
  const silent = () => 0;
  const kindsOf = async (loudness: TestSound["loudness"]) => {
    await writeAac(path(), { ...stereo, loudness });
    const { durationMs, channels, peaks } = await measureSound(path());
    if (!peaks || channels === null) throw new Error("it was not decoded");
    const unknown = { minutesUsed: null, status: "", isPhoneNumberCorrect: null };
    const audible = measureAudible(peaks, channels);
    const call = { ...unknown, durationMs, audible, sameElsewhere: 0, sourceGoneAt: null };
    return checkSound(call);
  };
  expect(await kindsOf([silent])).toEqual([{ check: "silent" }]);
  expect(await kindsOf([silent, silent])).toEqual([{ check: "silent" }]);
  expect(await kindsOf([silent, left])).toEqual([{ check: "one_sided", silentChannel: 1 }]);
  expect(await kindsOf([left, silent])).toEqual([{ check: "one_sided", silentChannel: 2 }]);
  expect(await kindsOf([left, left])).toEqual([]);
});

/** The same file, with something else from `at` on. */
async function measureDamaged(bytes: Buffer, at: number, damage: Uint8Array) {
  const damaged = Buffer.from(bytes);
  damaged.set(damage, at);
  await writeFile(path(), damaged);
  return await measureSound(path());
}

test("a damaged stretch is silent, and of what is mostly damaged only the length is told", async () => {
  const whole = await writeAac(path(), { ...stereo, loudness: [() => 0.5] });
  const { durationMs: wholeMs } = await measureSound(path());
  const sound = whole.indexOf("mdat", 0, "latin1") + 4;
  const bytesOf = (share: number) => new Uint8Array((whole.length - sound) * share).fill(0xff);
  const middle = sound + Math.floor((whole.length - sound) / 2);
  const little = await measureDamaged(whole, middle, bytesOf(0.03));
  expect(little).toMatchObject({ durationMs: wholeMs, channels: 1 });
  expectHeard(little.peaks?.fill(127, 480, 590) ?? null, [() => 0.5], 0.05);
  const much = await measureDamaged(whole, sound, bytesOf(1));
  expect(much).toEqual({ durationMs: wholeMs, channels: 1, peaks: null });
});

test("of a file that was cut off, what is there is measured", async () => {
  const whole = await writeAac(path(), stereo);
  await writeFile(path(), whole.subarray(0, whole.length / 2));
  const { durationMs, channels, peaks } = await measureSound(path());
  expect(channels).toBe(2);
  expect(durationMs).toBeGreaterThan(seconds * 400);
  expect(durationMs).toBeLessThan(seconds * 600);
  expect(peaks).toHaveLength(2_000);
});

test("tables that lie end soon, in a length or a refusal", async () => {
  const whole = await writeAac(path(), stereo);
  const entry = (box: string, offset: number) => whole.indexOf(box, 0, "latin1") + offset;
  const huge = Uint8Array.of(0xff, 0xff, 0xff, 0xf0);
  const lies = {
    "a packet of 4 GB": entry("stsz", 16),
    "a packet beyond the end": entry("stco", 12),
    "4 billion packets of one byte": entry("stsz", 8),
    "4 billion sizes": entry("stsz", 12),
  };
  for (const [lie, at] of Object.entries(lies)) {
    const beganMs = performance.now();
    const measured = await measureDamaged(whole, at, huge).catch(() => null);
    expect(measured?.peaks?.length ?? 0, lie).toBe(0);
    expect(performance.now() - beganMs, lie).toBeLessThan(10_000);
  }
});
