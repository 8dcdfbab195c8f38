import { existsSync } from "node:fs";
import {
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What is no part of the program that runs, or holds what only this folder may know. */
const leftOut = /^(\..*|node_modules|test-results|playwright-report|bench|e2e|sandbox|docs)$/;
/** Stands in each copy: what is no copy is nobody's to overwrite. */
const mark = ".earshot-copy";
const packagesFolder = "node_modules";
/** What a former copy at the same place keeps, its packages as long as they are the right ones. */
const keptOfIt = [mark, ".next", packagesFolder];
const lockFile = "package-lock.json";

/**
 * A copy of the product's source that can be built and run like the original.
 * @param target an empty folder, one to be made, or a former copy
 * @param built another copy, whose build comes along
 * @throws when there is anything else in the folder
 */
export async function copySource(target: string, built?: string): Promise<string> {
  await mkdir(target, { recursive: true });
  const former = await readdir(target);
  if (former.length > 0 && !former.includes(mark)) {
    throw new Error(
      `${target} holds something else than a copy of the source; it is left as it is`,
    );
  }
  await writeFile(join(target, mark), "");
  const readLock = (folder: string) => readFile(join(folder, lockFile), "utf8").catch(() => "");
  const hasPackages = (await readLock(target)) === (await readLock(built ?? root));
  for (const name of former) {
    const isKept = keptOfIt.includes(name) && (name !== packagesFolder || hasPackages);
    if (!isKept) await rm(join(target, name), { recursive: true });
  }
  const names = (await readdir(root)).filter((name) => !leftOut.test(name));
  for (const name of names) {
    await cp(join(root, name), join(target, name), { recursive: true });
  }
  await linkPackages(built ?? root, target);
  if (built && existsSync(join(built, ".next"))) {
    const pages = join(target, ".next");
    await rm(pages, { recursive: true, force: true });
    // Its links to packages are relative, and lead to the copy's own.
    await cp(join(built, ".next"), pages, { recursive: true, verbatimSymlinks: true });
  }
  return target;
}

/** Whole or not at all. */
async function linkPackages(from: string, target: string): Promise<void> {
  const [packages, beside] = [join(target, packagesFolder), join(target, ".node_modules")];
  if (existsSync(packages)) return;
  await linkFolder(join(from, packagesFolder), beside);
  await rename(beside, packages);
}

/** Puts a file of the benchmark's into the copy. */
export async function addToCopy(source: string, file: string, place: string): Promise<void> {
  await mkdir(dirname(join(source, place)), { recursive: true });
  await cp(join(root, file), join(source, place));
}

/**
 * The same tree with hard links for files, which costs no space: the bundler accepts no packages
 * behind a symbolic link. On another disk it is copied.
 */
async function linkFolder(from: string, to: string): Promise<void> {
  try {
    await linkTree(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true, force: true });
  }
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Claims and caches belong to the folder they lie in.
    if (entry.name.startsWith(".") && entry.name !== ".bin") continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target);
  }
}
