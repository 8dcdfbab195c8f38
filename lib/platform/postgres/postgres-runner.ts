import "server-only";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { StartupError } from "../settings/startup-error";

/** How PostgreSQL is run: the command before its own, and who owns its files then. */
export type PostgresRunner = { prefix: string[]; owner: { uid: number; gid: number } };

const run = promisify(execFile);

/**
 * PostgreSQL refuses to run as root. As root it gets a user namespace in which it is somebody else;
 * where that is forbidden, as in most containers, another user's id and the right to pass through
 * root's folders. A data folder that exists is run as the user who owns it.
 */
export async function choosePostgresRunner(folderOwner?: {
  uid: number;
  gid: number;
}): Promise<PostgresRunner> {
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  if (self.uid !== 0) return { prefix: [], owner: self };
  const runners =
    folderOwner && folderOwner.uid !== 0
      ? runnersAs(folderOwner)
      : [inNamespace, ...(await findUsers()).flatMap(runnersAs)];
  for (const runner of runners) if (await works(runner)) return runner;
  throw new StartupError(
    "PostgreSQL can't run as root here, and no other user can be used for it.",
    "Start Earshot as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

export const inNamespace: PostgresRunner = {
  prefix: ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"],
  owner: { uid: 0, gid: 0 },
};

export function runnersAs(owner: { uid: number; gid: number }): PostgresRunner[] {
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  const passThrough = ["--inh-caps=+dac_override", passAll];
  return [
    { prefix: ["setpriv", ...identity, ...passThrough, "--"], owner },
    { prefix: ["setpriv", ...identity, "--"], owner },
  ];
}

/** Whether it comes to a data folder through folders that are closed to all but us. */
export function passesThrough({ prefix, owner }: PostgresRunner): boolean {
  return owner.uid === (process.getuid?.() ?? -1) || prefix.includes(passAll);
}

const passAll = "--ambient-caps=+dac_override";

async function findUsers(): Promise<{ uid: number; gid: number }[]> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  return ["postgres", "nobody"].flatMap((name) => {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : [];
  });
}

async function works({ prefix: [command = "", ...rest] }: PostgresRunner): Promise<boolean> {
  try {
    await run(command, [...rest, "true"]);
    return true;
  } catch {
    return false;
  }
}
