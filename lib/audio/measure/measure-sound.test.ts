import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measureSound } from "./measure-sound";

/** What a FLAC file begins with: its name, and that 34 bytes of what it is follow, the first 8 of them. */
const beginning = Buffer.from("664c6143000000221000100000000000", "hex");

test("a FLAC file without a single frame is no sound, and comes to an end", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-measure-"));
  try {
    for (const noise of [0, 1, 7, 42, 128, 255]) {
      const path = join(folder, `${noise}.flac`);
      await writeFile(path, Buffer.concat([beginning, Buffer.alloc(4_000, noise)]));
      await expect(measureSound(path), String(noise)).rejects.toThrow();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
