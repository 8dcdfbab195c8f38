import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashBuildSources } from "@/bin/build/build-pages";
import { inProject } from "@/bin/command/project";
import { say } from "../report/say";
import { breakages } from "./breakages";
import { addToCopy, copySource } from "./copy-source";

/** What the product is compared with; routes under a path that asks for no session. */
const additions = [
  ["bench/intake/routes/empty.ts", "app/api/ready/bench-empty/route.ts"],
  ["bench/intake/routes/upsert.ts", "app/api/ready/bench-upsert/route.ts"],
  ["bench/browse/pages/empty.tsx", "app/bench/empty/page.tsx"],
  ["bench/browse/pages/rows.tsx", "app/bench/rows/page.tsx"],
] as const;

/**
 * A copy of the product, with the build of the folder it comes from.
 * @param built another copy; unset: this checkout
 */
export async function prepareSource(folder: string, built = inProject()): Promise<string> {
  say("copying the source; its first start builds it (about half a minute) unless it is built");
  return copySource(folder, built);
}

/** With a few more routes and pages, which are all built together. */
export async function prepareComparedSource(folder: string): Promise<string> {
  say("copying the source; its first start builds it (about half a minute) unless it is built");
  const source = await copySource(folder);
  for (const [file, place] of additions) await addToCopy(source, file, place);
  return source;
}

/** The product with all breakages, each of which is chosen by the environment. */
export async function prepareBrokenSource(folder: string, built: string): Promise<string> {
  say("copying the source once more, to break it");
  const source = await copySource(folder, built);
  for (const { file, passage, by } of breakages) {
    await replaceInFile(join(source, file), passage, by);
  }
  // Gateway and worker, which are broken, are made from the source; the pages may be sound ones.
  const stamp = join(source, ".next", "made-from");
  if (existsSync(stamp)) await writeFile(stamp, await hashBuildSources(source));
  return source;
}

/** Replaces a passage that stands in the file once. @throws when the source has changed there. */
async function replaceInFile(path: string, passage: string, by: string): Promise<void> {
  const source = await readFile(path, "utf8");
  const parts = source.split(passage);
  if (parts.length !== 2) {
    throw new Error(
      `${path} holds this passage ${parts.length - 1} times; bring bench up to date:\n${passage}`,
    );
  }
  await writeFile(path, parts.join(by));
}
