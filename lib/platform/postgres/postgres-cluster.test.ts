import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishReplacing, removeKeptClusters, replaceCluster } from "./postgres-cluster";

const now = new Date("2026-11-22T23:30:00Z");
let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "earshot-replace-"));
  await makeCluster("postgres", 17);
});
afterEach(() => rm(dataDirectory, { recursive: true }));

const inFolder = (name: string) => join(dataDirectory, name);

async function makeCluster(name: string, major: number): Promise<void> {
  await mkdir(inFolder(name));
  await writeFile(join(inFolder(name), "PG_VERSION"), `${major}\n`);
}

async function list(): Promise<Record<string, number>> {
  const names = (await readdir(dataDirectory)).sort();
  const majors = names.map(async (name) => [
    name,
    Number(await readFile(join(inFolder(name), "PG_VERSION"), "utf8")),
  ]);
  return Object.fromEntries(await Promise.all(majors));
}

test("the filled one takes the place of the one in use, which is kept for a week", async () => {
  await makeCluster("postgres.next", 18);
  expect(await replaceCluster(dataDirectory, now)).toBe(inFolder("postgres-17-until-2026-11-29"));
  const done = { postgres: 18, "postgres-17-until-2026-11-29": 17 };
  expect(await list()).toEqual(done);
  await finishReplacing(dataDirectory);
  expect(await list()).toEqual(done);
});

test("one that is kept already is not overwritten", async () => {
  await makeCluster("postgres.next", 18);
  await makeCluster("postgres-17-until-2026-11-29", 17);
  expect(await replaceCluster(dataDirectory, now)).toBe(inFolder("postgres-17-until-2026-11-30"));
});

test("after a crash between the renames it is begun again, or finished", async () => {
  await makeCluster("postgres.filled", 18);
  await finishReplacing(dataDirectory);
  expect(await list()).toEqual({ postgres: 17 });

  await makeCluster("postgres.filled", 18);
  await rename(inFolder("postgres"), inFolder("postgres-17-until-2026-11-29"));
  await finishReplacing(dataDirectory);
  expect(await list()).toEqual({ postgres: 18, "postgres-17-until-2026-11-29": 17 });
});

test("what is kept goes when its days are over, and not while the older one is in use", async () => {
  await makeCluster("postgres-17-until-2026-11-29", 17);
  const removeOn = (day: string) =>
    removeKeptClusters(dataDirectory, async () => new Date(`${day}T12:00:00Z`));
  expect(await removeOn("2026-12-31")).toEqual([]);
  await rename(inFolder("postgres"), inFolder("elsewhere"));
  expect(await removeOn("2026-12-31")).toEqual([]);
  await makeCluster("postgres", 18);
  expect(await removeOn("2026-11-29")).toEqual([]);
  expect(await removeKeptClusters(dataDirectory, async () => null)).toEqual([]);
  expect(await removeOn("2026-11-30")).toEqual([inFolder("postgres-17-until-2026-11-29")]);
  expect(await list()).toEqual({ elsewhere: 17, postgres: 18 });
});
