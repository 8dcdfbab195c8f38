import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claim, describeHolder } from "@/lib/platform/files/claim";
import { makePrivate, writeAtomically } from "@/lib/platform/files/data-directory";
import { complain, say, show } from "../command/command";
import { inProject, runTool } from "../command/project";

const stamp = inProject(".next/made-from");

/** Builds the pages unless the build that is there was made from these sources. */
export async function ensureBuild(signal?: AbortSignal): Promise<void> {
  await build(signal);
  for (const file of filesWithKeys) await makePrivate(inProject(".next", file));
}

/** A build holds the keys that seal what actions and previews are given. */
const filesWithKeys = [
  "server/server-reference-manifest.json",
  "server/server-reference-manifest.js",
  "prerender-manifest.json",
  "cache/.rscinfo",
  "cache/.previewinfo",
];

async function build(signal?: AbortSignal): Promise<void> {
  if (await isBuildCurrent()) return;
  const { release } = await claim(inProject("node_modules/.earshot-build"), {
    signal,
    onHeld: (holder) => say(`Waiting for ${describeHolder(holder)}, which is building`),
    onSilent: (holder, timeoutMs) =>
      say(
        `A build by ${describeHolder(holder)} didn't finish; ` +
          `waiting ${timeoutMs / 1000} s for it to respond`,
      ),
  });
  try {
    if (await isBuildCurrent()) return;
    const began = performance.now();
    say("Building the pages, once for this version (about a minute)");
    const madeFrom = await hashBuildSources();
    await rm(stamp, { force: true });
    const progress = reportSteps((line) => {
      say(line);
      show(line);
    });
    await runTool("node_modules/next/dist/bin/next", ["build"], {
      signal,
      env: { NEXT_TELEMETRY_DISABLED: "1" },
      onLine: progress.read,
    }).finally(progress.end);
    await writeAtomically(stamp, madeFrom, 0o644);
    say(`Built in ${Math.round((performance.now() - began) / 1000)} s`);
  } finally {
    await release();
  }
}

const steps: [announcement: RegExp, step: string][] = [
  [/Creating an optimized production build/, "compiling"],
  [/Collecting page data/, "collecting page data"],
  [/Generating static pages/, "generating static pages"],
];
const longestSilenceMs = 10_000;

/** Says which step a build has come to, by what Next prints, and that a long one goes on. */
export function reportSteps(say: (line: string) => void) {
  let current = -1;
  let began = performance.now();
  const toWords = () => `Building: ${steps[current]?.[1]} (step ${current + 1} of ${steps.length})`;
  const timer = setInterval(() => {
    if (current < 0) return;
    const seconds = Math.round((performance.now() - began) / 1000);
    say(`${toWords()}, for ${seconds} s now`);
  }, longestSilenceMs);
  return {
    read: (line: string) => {
      const found = steps.findIndex(([announcement]) => announcement.test(line));
      if (found <= current) return;
      current = found;
      began = performance.now();
      timer.refresh();
      say(toWords());
    },
    end: () => clearInterval(timer),
  };
}

/** Whether what is built was made from the sources that are there now. */
export async function isBuildCurrent(): Promise<boolean> {
  const madeFrom = await readFile(stamp, "utf8").catch(() => null);
  return madeFrom !== null && madeFrom === (await hashBuildSources());
}

const pollMs = 3_000;
const shortestPauseMs = 60_000;
const longestPauseMs = 900_000;

type PrepareOptions = {
  signal: AbortSignal;
  /** Whether a gateway takes events meanwhile, or is about to. */
  keepsTrying: boolean;
  /** Holds the sources. */
  folder?: string;
};

/**
 * Makes what the program needs. With `keepsTrying` a failure is told, and it is tried again as soon as a
 * source has changed, or after a while.
 * @throws to others, and when it is told to stop
 */
export async function prepareAtLast(
  prepare: () => Promise<void>,
  { signal, keepsTrying, folder = inProject() }: PrepareOptions,
): Promise<void> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const made = await hashBuildSources(folder);
    try {
      return await prepare();
    } catch (error) {
      if (signal.aborted || !keepsTrying) throw error;
      complain(error, "error");
      say(
        "The pages can't be built (see above); Earshot keeps accepting recordings. Retrying when " +
          `a source changes, or in ${pauseMs / 60_000} min`,
      );
    }
    const endMs = performance.now() + pauseMs;
    do {
      // Again and again, since others tell their steps, too, and whom to may come later.
      show("The pages can't be built. Earshot's output on the server says why");
      await sleep(pollMs, undefined, { signal });
    } while (performance.now() < endMs && (await hashBuildSources(folder)) === made);
    show("Building the pages again");
  }
}

const clientStamp = inProject("prisma/client/.made-from");

/** Generates the database client unless the one that is there belongs to this schema. */
export async function ensurePrismaClient(signal?: AbortSignal): Promise<void> {
  const wanted = await hashClientSources();
  if ((await readFile(clientStamp, "utf8").catch(() => "")) === wanted) return;
  await runTool("node_modules/prisma/build/index.js", ["generate"], {
    signal,
    env: {
      // Generating runs no engine, but would download one: any existing file keeps it from that.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  await writeAtomically(clientStamp, wanted, 0o644);
}

const buildSources = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema.prisma",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "proxy.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

/** Names everything that a build is made of; two equal hashes make the same pages. */
export function hashBuildSources(folder = inProject()): Promise<string> {
  return hashFiles(buildSources, folder);
}

/** Names the schema and the generator that the database client is made of. */
function hashClientSources(): Promise<string> {
  return hashFiles(["prisma/schema.prisma", "node_modules/prisma/package.json"], inProject());
}

async function hashFiles(sources: string[], folder: string): Promise<string> {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0] ?? "");
  const files = (await Promise.all(sources.map((source) => list(source, folder)))).flat();
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))));
  for (const [index, file] of files.entries()) {
    hash.update(`\0${file}\0`).update(contents[index] ?? "");
  }
  return hash.digest("hex");
}

async function list(source: string, folder: string): Promise<string[]> {
  const found = await stat(join(folder, source)).catch(() => undefined);
  if (!found) return [];
  if (found.isFile()) return [source];
  const entries = await readdir(join(folder, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
