import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, test, vi } from "vitest";
import { letHear } from "../command/command";
import { prepareAtLast, reportSteps } from "./build-pages";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("names each step of a build once, and says every ten seconds that a long one goes on", () => {
  const said: string[] = [];
  const progress = reportSteps((line) => said.push(line));
  progress.read("  Creating an optimized production build ...");
  vi.advanceTimersByTime(25_000);
  progress.read("✓ Compiled successfully in 33.3s");
  progress.read("  Collecting page data using 1 worker ...");
  progress.read("  Generating static pages using 1 worker (0/31) ...");
  progress.read("  Generating static pages using 1 worker (31/31) ");
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([
    "Building: compiling (step 1 of 3)",
    "Building: compiling (step 1 of 3), for 10 s now",
    "Building: compiling (step 1 of 3), for 20 s now",
    "Building: collecting page data (step 2 of 3)",
    "Building: generating static pages (step 3 of 3)",
  ]);
});

let folder: string;
let page: string;
const steps: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-sources-"));
  await mkdir(join(folder, "app"));
  page = join(folder, "app/page.tsx");
  await writeFile(page, "broken");
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockReturnValue(true);
  }
  steps.length = 0;
  letHear((step) => steps.push(step));
});
afterEach(async () => {
  letHear(() => undefined);
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

let builds = 0;
async function build(): Promise<void> {
  builds++;
  if ((await readFile(page, "utf8")) === "broken") throw new Error("Syntax error in app/page.tsx");
}

const never = new AbortController().signal;

test("while the gateway takes events, a build that fails is made again once a source has changed", async () => {
  builds = 0;
  const prepared = prepareAtLast(build, { signal: never, keepsTrying: true, folder });
  const failed = "The pages can't be built. Earshot's output on the server says why";
  await vi.waitFor(() => expect(steps).toEqual([failed]));
  expect(process.stderr.write).toHaveBeenCalledWith(expect.stringContaining("app/page.tsx"));
  await writeFile(page, "mended");
  await prepared;
  expect(builds).toBe(2);
  expect(steps.at(-1)).toBe("Building the pages again");
});

test("a request to stop ends the wait", async () => {
  const stop = new AbortController();
  const prepared = prepareAtLast(build, { signal: stop.signal, keepsTrying: true, folder });
  await vi.waitFor(() => expect(steps).toHaveLength(1));
  stop.abort();
  await expect(prepared).rejects.toThrow(/aborted/);
});

test("where nothing takes events, it fails at once", async () => {
  const options = { signal: never, keepsTrying: false, folder };
  await expect(prepareAtLast(build, options)).rejects.toThrow("Syntax error");
});
