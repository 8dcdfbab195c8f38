import { cp, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { linkFolder } from "./link-folder";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What is no part of the program that runs, or holds what only this folder may know. */
const leftOut = /^(\..*|node_modules|test-results|playwright-report|bench|e2e|sandbox|docs)$/;

/** A copy of the product's source that can be built and run like the original. */
export async function copySource(target: string): Promise<string> {
  await mkdir(target, { recursive: true });
  const names = (await readdir(root)).filter((name) => !leftOut.test(name));
  for (const name of names) {
    await cp(join(root, name), join(target, name), { recursive: true });
  }
  await linkFolder(join(root, "node_modules"), join(target, "node_modules"));
  return target;
}

/** Puts a file of the benchmark's into the copy. */
export async function addToCopy(source: string, file: string, place: string): Promise<void> {
  await mkdir(dirname(join(source, place)), { recursive: true });
  await cp(join(root, file), join(source, place));
}
