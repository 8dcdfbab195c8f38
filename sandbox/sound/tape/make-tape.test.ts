import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeTape, tapeFormats } from "./make-tape";

const beginnings = { wav: "RIFF", mp3: "\xff\xf3", m4a: "....ftyp", ogg: "OggS", flac: "fLaC" };

test.concurrent.each(tapeFormats)("%s is what it says, and the same each time", async (format) => {
  const wish = { format, channels: 2, seconds: 20 } as const;
  const tape = await makeTape({ seed: 1, index: 7 }, wish);
  expect(tape.toString("latin1", 0, 8)).toMatch(new RegExp(`^${beginnings[format]}`, "s"));
  await sleep(1_100);
  expect((await makeTape({ seed: 1, index: 7 }, wish)).equals(tape)).toBe(true);
  const longer = await makeTape({ seed: 1, index: 7 }, { ...wish, seconds: 40 });
  expect(longer.length / tape.length).toBeGreaterThan(1.8);
});
