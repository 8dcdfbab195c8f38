import { createHash } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Otherwise a thread and a process of the compiler's stay for as long as this one lives.
process.env.ESBUILD_WORKER_THREADS = "0";
const { buildSync } = await import("esbuild");

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, ".earshot");

/**
 * Makes plain JavaScript of programs under `bin/`, which then start sooner and take less memory than
 * through a loader, unless these are made already; a folder of its own for each state of the sources, so
 * that what runs keeps its own.
 * @param {string[]} names as in "gateway", for bin/gateway.ts
 * @returns {(name: string) => string} the path of each
 */
export function bundlePrograms(names) {
  const made = join(folder, hashSources(names));
  if (existsSync(made)) {
    keepLonger(made);
  } else {
    // Whole or not at all, since others may start at the same moment.
    const beside = `${made}.${process.pid}`;
    buildSync({
      entryPoints: names.map((name) => join(root, "bin", `${name}.ts`)),
      absWorkingDir: root,
      outdir: beside,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      // What is imported late stays apart, and is loaded late.
      splitting: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      conditions: ["react-server"],
      sourcemap: "linked",
      // The sources are beside them.
      sourcesContent: false,
      logLevel: "silent",
    });
    try {
      renameSync(beside, made);
    } catch (error) {
      rmSync(beside, { recursive: true, force: true });
      if (!existsSync(made)) throw error;
    }
    forgetOldest();
  }
  return (name) => join(made, `${name}.mjs`);
}

/**
 * Names whatever the programs may be made of, as the system knows it: reading it all takes longer.
 * @param {string[]} names
 */
function hashSources(names) {
  const hash = createHash("sha256").update(names.join());
  for (const name of [
    "bin",
    "lib",
    "sandbox",
    "prisma/client",
    "package-lock.json",
    "tsconfig.json",
  ]) {
    for (const path of listFiles(join(root, name))) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found) hash.update(`\0${path} ${found.size} ${found.mtimeMs} ${found.ino}`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const mostKept = 40;

/** @param {string} made */
function keepLonger(made) {
  const now = new Date();
  try {
    utimesSync(made, now, now);
  } catch {
    // Somebody else made it, whose folder this user may only read.
  }
}

/** What still runs may load something late, so the former ones stay for a while. */
function forgetOldest() {
  const made = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? [{ path, ms: found.mtimeMs }] : [];
  });
  made.sort((one, other) => other.ms - one.ms);
  for (const { path } of made.slice(mostKept)) rmSync(path, { recursive: true, force: true });
}
