import { expect, test } from "vitest";
import { changeKeptAudio } from "@/lib/settings/store";
import { isSoundDue } from "../kept/claim-sounds";
import { getSound } from "../kept/get-sound";
import { getKeptAudioView, getUsage, readFreeQuotaBytes } from "../kept/limits";
import { queueSounds } from "../kept/queue-sounds";
import { keepAll, sendFile, soundsForTest, wavOf } from "../kept/test-sounds";
import { openAudio } from "../open-attachment";
import { getRequest } from "../source/test-source";
import { countUsage } from "../sql/custody";

const sounds = soundsForTest();
const set = (quotaGb: number | null, keepDays: number | null) =>
  changeKeptAudio({ quotaGb, keepDays }, "ada");

test("a quota that is reached stops fetching and not accepting, and says so, until there is room", async () => {
  await keepAll(sounds, { a: wavOf("a") });
  await set(0.001, null);
  await sounds.pool.query("UPDATE sound_usage SET bytes = 1000000");
  expect(await readFreeQuotaBytes()).toBe(0);
  sounds.answers.set("/b.wav", sendFile(wavOf("b")));
  await sounds.arrive({ b: "/b.wav" });
  expect(await isSoundDue()).toBe(false);
  sounds.keep();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await getSound("b")).toMatchObject({ state: "waiting", fault: "quota-full", attempts: 0 });
  expect(sounds.host.asked).toEqual(["/a.wav"]);
  expect(await getKeptAudioView()).toMatchObject({ freeQuotaBytes: 0, waiting: { count: 1 } });
  const response = await openAudio("a", getRequest());
  expect(response.status).toBe(200);
  await response.body?.cancel();
  await set(0.002, null);
  expect(await isSoundDue()).toBe(true);
  await sounds.until("b", ({ state }) => state === "kept");
});

test("a file that no longer fits is not kept in part, and does not count as a try", async () => {
  await keepAll(sounds, { a: wavOf("a") });
  await set(0.001, null);
  await sounds.pool.query("UPDATE sound_usage SET bytes = 1000000 - 100");
  const bytes = wavOf("b");
  sounds.answers.set("/b.wav", sendFile(bytes));
  await sounds.arrive({ b: "/b.wav" });
  sounds.keep();
  const sound = await sounds.until("b", ({ triedAt }) => triedAt !== null);
  expect(sound).toMatchObject({ state: "waiting", fault: "quota-full", attempts: 0 });
  expect(await sounds.filesOf()).toHaveLength(1);
});

test("after a file that did not fit all rest, longer each time, until less is kept or more may be", async () => {
  await keepAll(sounds, { a: wavOf("a") });
  await set(0.001, null);
  const restSeconds = async () => {
    const { rows } = await sounds.pool.query(
      "SELECT extract(epoch FROM claimed_until - now())::float AS s FROM upkeep WHERE task = 'audio-quota'",
    );
    return Math.round(rows[0]?.s / 60) * 60;
  };
  const endRest = () =>
    sounds.pool.query("UPDATE upkeep SET claimed_until = now() WHERE task = 'audio-quota'");
  const asked = () => sounds.host.asked.filter((path) => path === "/b.wav").length;
  await sounds.pool.query("UPDATE sound_usage SET bytes = 1000000 - 100");
  sounds.answers.set("/b.wav", sendFile(wavOf("b")));
  await sounds.arrive({ b: "/b.wav" });
  sounds.keep();
  await sounds.until("b", ({ triedAt }) => triedAt !== null);
  expect(await restSeconds()).toBe(60);
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(asked()).toBe(1);
  expect(await isSoundDue()).toBe(false);
  for (const seconds of [120, 240]) {
    await endRest();
    await expect.poll(restSeconds, { timeout: 5_000 }).toBe(seconds);
  }
  expect(asked()).toBe(3);
  // A little less, and it still does not fit.
  await sounds.pool.query("UPDATE sound_usage SET bytes = bytes - 1");
  await expect.poll(restSeconds, { timeout: 5_000 }).toBe(60);
  expect(asked()).toBe(4);
  await set(0.002, null);
  await sounds.until("b", ({ state }) => state === "kept");
});

test("what is kept is added up as it comes and goes, and a count finds nothing to mend", async () => {
  const shared = wavOf("shared");
  await keepAll(sounds, { a: wavOf("a"), b: shared, c: shared });
  expect(await getUsage()).toEqual({ files: 2, bytes: shared.length + wavOf("a").length });
  expect(await countUsage()).toBe(0);
  await sounds.pool.query("DELETE FROM recording WHERE id IN ('a', 'b')");
  await queueSounds({ ids: ["a", "b"] });
  expect(await getUsage()).toEqual({ files: 1, bytes: shared.length });
  await sounds.pool.query("UPDATE sound_usage SET bytes = 7, files = 9");
  await countUsage();
  expect(await getUsage()).toEqual({ files: 1, bytes: shared.length });
});
