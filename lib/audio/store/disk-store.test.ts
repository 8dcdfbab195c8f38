import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskStore, openShared, SoundPart } from "./disk-store";
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
  expect(await diskStore(folder).removeUnclaimed(async () => [claimed], new Date())).toBe(1);
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

const sharedFolder = mkdtempSync(join(tmpdir(), "earshot-shared-"));
Object.assign(process.env, { DATA_DIR: sharedFolder });

function place(name: string): { sha256: Buffer; path: string } {
  const sha256 = createHash("sha256").update(name).digest();
  const path = soundPath(sha256);
  mkdirSync(dirname(path), { recursive: true });
  return { sha256, path };
}

test("a disk that hangs holds half of the threads, and gives them back", async () => {
  // Opening a pipe hangs until somebody writes into it.
  const hanging = Array.from({ length: 20 }, (_, index) => place(`hanging ${index}`));
  for (const { path } of hanging) execFileSync("mkfifo", [path]);
  const whole = place("whole");
  writeFileSync(whole.path, "sound");
  const opened = hanging.map(({ sha256 }) => openShared(sha256));
  const behind = openShared(whole.sha256);
  try {
    const others = async () => {
      for (let time = 0; time < 10; time++) await stat(sharedFolder);
      return "others go on";
    };
    const seen = [others(), behind.then(() => "this too"), sleep(2_000, "nothing goes on")];
    expect(await Promise.race(seen)).toBe("others go on");
  } finally {
    const ends = hanging.map(({ path }) => openSync(path, "r+"));
    for (const sound of await Promise.all(opened)) await sound?.close();
    for (const end of ends) closeSync(end);
  }
  const sound = await behind;
  const into = Buffer.alloc(5);
  expect([await sound?.read?.(() => into, 0), into.toString()]).toEqual([5, "sound"]);
  await sound?.close();
  rmSync(sharedFolder, { recursive: true });
});
