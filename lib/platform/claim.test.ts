import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ClaimedError, claim } from "./claim";
import { processBeginning } from "./process-identity";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-claim-"));
  path = join(folder, "in-use");
});

afterEach(() => rm(folder, { recursive: true }));

test("a living process keeps its claim, and the other is told who it is", async () => {
  const other = spawn("sleep", ["60"]);
  const beginning = await processBeginning(other.pid ?? 0);
  await writeFile(path, `${other.pid} ${beginning}\n`);
  const refusal = await claim(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ClaimedError);
  expect((refusal as ClaimedError).pid).toBe(other.pid);

  other.kill("SIGKILL");
  await once(other, "exit");
  await (await claim(path)).release();
  expect(await readdir(folder)).toEqual([]);
});

test("a process id that somebody else has by now claims nothing", async () => {
  await writeFile(path, `${process.pid} some other beginning\n`);
  await claim(path);
});

test.each(["", "nonsense\n", "999999999 1\n"])(
  "what was left as %j claims nothing",
  async (left) => {
    await writeFile(path, left);
    await claim(path);
  },
);

test("a release leaves the claim of a successor alone", async () => {
  const first = await claim(path);
  await writeFile(path, "1 of another\n");
  await first.release();
  expect(await readdir(folder)).toEqual(["in-use"]);
});
