import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countFetches, countOrphans, type Evidence, listWrongHashes } from "./judge-kept";
import type { Kept } from "./read-kept";
import type { Recording } from "./sandbox-site";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "earshot-judge-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function keep(sha256: string, text: string): Promise<void> {
  const path = join(dataDir, "audio", sha256.slice(0, 2), sha256.slice(2));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Of calls by their ids, each of which is kept as these bytes; the sandbox has sent the same. */
async function keepAll(texts: Record<string, string>): Promise<Evidence> {
  const recordings = Object.keys(texts).map((id): Recording => {
    const wish = { format: "wav", channels: 1, seconds: 10, fault: null } as const;
    return { ...wish, id, path: `/${id}` };
  });
  const measured = { files: 1, type: "audio/wav", keptAt: new Date(), isMeasured: true };
  const kept = new Map<string, Kept>();
  for (const [id, text] of Object.entries(texts)) {
    await keep(hashOf(text), text);
    const sound = { state: "kept", sha256: hashOf(text), durationMs: 10_000, channels: 1 };
    kept.set(id, { ...sound, ...measured });
  }
  const served = Object.entries(texts).map(([id, text], index) => {
    return { path: `/${id}`, sha256: hashOf(text), beganMs: index, endedMs: index };
  });
  const claimed = new Set(Object.values(texts).map(hashOf));
  return { dataDir, recordings, kept, served, claimed, readPeaks: async () => null };
}

test("a file that has changed, is missing, or is not what was sent has a wrong hash", async () => {
  const evidence = await keepAll({ good: "one", changed: "two", missing: "three", other: "four" });
  expect(await listWrongHashes(evidence)).toEqual([]);
  await keep(hashOf("two"), "not two");
  const three = hashOf("three");
  await rm(join(dataDir, "audio", three.slice(0, 2), three.slice(2)));
  const served = evidence.served.filter(({ path }) => path !== "/other");
  const wrong = await listWrongHashes({ ...evidence, served });
  expect(wrong.map(({ id }) => id)).toEqual(["changed", "missing", "other"]);
});

test("what no call has is an orphan, and so is what was half written long ago", async () => {
  const evidence = await keepAll({ good: "one" });
  const parts = join(dataDir, "audio", "parts");
  await mkdir(parts);
  await writeFile(join(parts, "young"), "");
  expect(await countOrphans(evidence)).toBe(0);
  await writeFile(join(parts, "old"), "");
  await utimes(join(parts, "old"), 0, 0);
  await keep(hashOf("two"), "two");
  expect(await countOrphans(evidence)).toBe(2);
});

test("a second fetch to the end is excused by a kill since the first one began", async () => {
  const evidence = await keepAll({ good: "one" });
  const [first] = evidence.served;
  if (!first) throw new Error("nothing was served");
  const served = [first, { ...first, beganMs: 10 }, { ...first, beganMs: 20, sha256: null }];
  expect(countFetches({ ...evidence, served }, [])).toEqual({ again: 0, twice: 1 });
  expect(countFetches({ ...evidence, served }, [15])).toEqual({ again: 0, twice: 1 });
  expect(countFetches({ ...evidence, served }, [5])).toEqual({ again: 1, twice: 0 });
});
