import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskStore, SoundPart } from "./sound-files";
import { soundPath } from "./sound-folder";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-sounds-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a file that nobody claims goes after a month; a claimed one and a younger one stay", async () => {
  const claimed = await keep("claimed", 400);
  const young = await keep("young", 29);
  const old = await keep("old", 31);
  expect(await diskStore(folder).removeUnclaimed(async () => [claimed])).toBe(1);
  expect(
    await Promise.all([claimed, young, old].map((one) => diskStore(folder).prove(one))),
  ).toEqual(["proved", "proved", "missing"]);
});

async function keep(content: string, ageDays: number): Promise<Buffer> {
  const part = await SoundPart.create(folder);
  await part.write(Buffer.from(content));
  const sha256 = await part.keep();
  const at = new Date(Date.now() - ageDays * 24 * 3_600_000);
  await utimes(soundPath(sha256, folder), at, at);
  return sha256;
}
