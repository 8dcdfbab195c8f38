import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { inProject } from "../command/root-folder";

const buildSources = [
  ...["app", "components", "lib", "public", "prisma/schema.prisma"],
  ...["instrumentation.ts", "instrumentation-client.ts", "proxy.ts"],
  ...["next.config.mjs", "postcss.config.mjs", "tsconfig.json", "package-lock.json"],
];

/** Names everything that a build is made of; two equal hashes make the same pages. */
export function hashBuildSources(folder = inProject()): Promise<string> {
  return hashFiles(buildSources, folder);
}

/** Names the schema and the generator that the database client is made of. */
export function hashClientSources(): Promise<string> {
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
