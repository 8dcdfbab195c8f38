import { expect, test } from "vitest";
import { storeCalls } from "@/lib/recordings/totals/test-totals";
import { markChecks } from "./check-sound";
import { getSound } from "./get-sound";
import { queueSounds } from "./queue-sounds";
import { sendFile, soundsForTest, toWav } from "./test-sounds";

const sounds = soundsForTest();

const files: Record<string, Buffer> = {
  "/talk.wav": toWav(3, [0.4, 0.3]),
  "/shared.wav": toWav(3, [0.5]),
  "/silent.wav": toWav(2, [0.005]),
  "/one-sided.wav": toWav(2, [0, 0.6]),
  "/answered.wav": toWav(11, [0.5]),
};
for (const [path, bytes] of Object.entries(files)) sounds.answers.set(path, sendFile(bytes));

test("what is kept is checked once it is measured, and again when its call changes", async () => {
  await arrive("talk", "/talk.wav", { minutesUsed: 1 });
  await arrive("first", "/shared.wav", { minutesUsed: 1 });
  await arrive("second", "/shared.wav", { minutesUsed: 1 });
  await arrive("silent", "/silent.wav", { minutesUsed: 9 });
  await arrive("one-sided", "/one-sided.wav", { minutesUsed: null });
  await arrive("unanswered", "/answered.wav", { minutesUsed: 0, status: "no-answer" });
  sounds.keep();
  for (const id of ["talk", "first", "second", "silent", "one-sided", "unanswered"]) {
    await sounds.until(id, ({ kept }) => kept?.isMeasured === true);
  }
  await expect
    .poll(listMarks)
    .toEqual([
      "first check:same_sound",
      "one-sided check:one_sided",
      "second check:same_sound",
      "silent check:length",
      "silent check:silent",
      "unanswered check:unanswered",
    ]);
  expect((await getSound("silent"))?.checks).toEqual([
    { check: "length", durationMs: 2_000, minutesUsed: 9 },
    { check: "silent" },
  ]);

  await arrive("silent", "/silent.wav", { minutesUsed: 1 });
  await arrive("second", "/talk.wav", { minutesUsed: 1 });
  await sounds.until("second", ({ kept }) => kept?.isMeasured === true);
  await markChecks(["silent", "first"]);
  await expect.poll(listMarks).toContain("talk check:same_sound");
  expect(await listMarks()).toContain("silent check:silent");
  expect(await listMarks()).not.toContain("silent check:length");
});

test("a file that an older Earshot measured is checked by its waveform", async () => {
  await arrive("old", "/one-sided.wav", { minutesUsed: 1 });
  sounds.keep();
  await sounds.until("old", ({ kept }) => kept?.isMeasured === true);
  await sounds.pool.query("UPDATE sound_file SET audible = NULL");
  expect((await getSound("old"))?.checks).toEqual([{ check: "one_sided", silentChannel: 1 }]);
  const { rows } = await sounds.pool.query("SELECT audible FROM sound_file");
  expect(rows).toEqual([{ audible: [0, 1_000] }]);
});

async function arrive(
  id: string,
  path: string,
  changes: { minutesUsed: number | null; status?: string },
): Promise<void> {
  const recordingAttachment = `${sounds.host.origin}${path}`;
  await storeCalls(sounds.pool, [[id, { recordingAttachment, ...changes }]]);
  await queueSounds({ ids: [id] });
}

async function listMarks(): Promise<string[]> {
  const { rows } = await sounds.pool.query(
    "SELECT recording_id, mark FROM call_mark WHERE mark LIKE 'check:%' ORDER BY 1, 2",
  );
  return rows.map(({ recording_id, mark }) => `${recording_id} ${mark}`);
}
