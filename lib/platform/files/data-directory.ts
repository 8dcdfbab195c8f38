import { randomBytes } from "node:crypto";
import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { StartupError } from "../faults";
import { type Claim, ClaimedError, claim, describeHolder, type Holder } from "./claim";

/** That the folder is ours, and for how long. */
export type Lease = Pick<Claim, "confirm"> & {
  /** Aborted, with what to tell a person, when another process has taken the folder over. */
  lost: AbortSignal;
};

export type DataDirectory = { path: string; lease: Lease; release: Claim["release"] };

type Options = {
  say: (line: string) => void;
  signal?: AbortSignal;
  /** Whether to wait for the process that has it, instead of refusing. */
  waits?: boolean;
};

/**
 * Makes the folder if need be and takes it for this process alone, until `release`. What lies in it
 * is for the eyes of this user alone, also where folder and files were made before.
 */
export async function openDataDirectory(
  given: string,
  { say, signal, waits = false }: Options,
): Promise<DataDirectory> {
  const path = resolve(given);
  const lost = new AbortController();
  const wait = (holder: Holder | null) =>
    say(`Waiting for another Earshot to release ${path}: ${describeHolder(holder)}`);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    await requireOwn(path);
    const { confirm, release } = await claim(join(path, "in-use"), {
      signal,
      ...(waits && { onHeld: wait }),
      onSilent: (holder, timeoutMs) =>
        say(
          `${path} was not released by ${describeHolder(holder)}; ` +
            `waiting ${timeoutMs / 1000} s for it to respond`,
        ),
      onLost: (holder) => lost.abort(toLoss(path, holder)),
    });
    try {
      await makePrivate(path);
      for (const folder of [path, join(path, "journal")]) await makeContentPrivate(folder);
    } catch (error) {
      await release();
      throw error;
    }
    return { path, lease: { confirm, lost: lost.signal }, release };
  } catch (cause) {
    throw explain(path, cause);
  }
}

async function requireOwn(path: string): Promise<void> {
  if (((await stat(path)).mode & stickyBit) === 0) return;
  throw new StartupError(
    `${path} is shared by all users of this machine.`,
    "Set DATA_DIR to a dedicated folder.",
  );
}

const stickyBit = 0o1000;

function toLoss(path: string, holder: Holder | null): StartupError {
  if (holder === null) {
    return new StartupError(
      `The file that marks ${path} as in use was removed, so Earshot has stopped.`,
      "Don't remove the file in-use while Earshot runs. Start Earshot again.",
    );
  }
  return new StartupError(
    `${path} was taken over by another Earshot, ${describeHolder(holder)}.`,
    "This one was unresponsive for too long, for example while suspended, and has stopped.",
  );
}

function explain(path: string, cause: unknown): unknown {
  if (cause instanceof ClaimedError) {
    return new StartupError(
      `${path} is in use by another Earshot, ${describeHolder(cause.holder)}.`,
      "Stop that one first, wait for it (npm start -- --wait), or set DATA_DIR to another folder.",
    );
  }
  if (cause instanceof StartupError) return cause;
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === undefined) return cause;
  return new StartupError(
    `Can't write data to ${path} (${code}).`,
    "Give this user write access, or set DATA_DIR to another folder.",
    { cause },
  );
}

const generatedSecretsSchema = z.object({
  webhookSecret: z.string().min(24),
  authSecret: z.string().min(32),
  databasePassword: z.string().min(24),
});

export type GeneratedSecrets = z.infer<typeof generatedSecretsSchema>;

/** What Earshot makes for itself on its first start, and finds again on every other. */
export async function loadGeneratedSecrets(dataDirectory: string): Promise<GeneratedSecrets> {
  const path = fileIn(dataDirectory);
  const text = await readIfThere(path);
  if (text !== null) return understand(text, path);
  return write(dataDirectory, {
    webhookSecret: newSecret(),
    authSecret: newSecret(),
    databasePassword: newSecret(),
  });
}

/** Goes on with those of a backup; the password of the database that is here stays. */
export async function restoreGeneratedSecrets(
  dataDirectory: string,
  restored: Pick<GeneratedSecrets, "webhookSecret" | "authSecret">,
): Promise<GeneratedSecrets> {
  return write(dataDirectory, { ...(await loadGeneratedSecrets(dataDirectory)), ...restored });
}

async function write(dataDirectory: string, secrets: GeneratedSecrets): Promise<GeneratedSecrets> {
  await writeAtomically(fileIn(dataDirectory), `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

function fileIn(dataDirectory: string): string {
  return join(dataDirectory, "secrets.json");
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function understand(text: string, path: string): GeneratedSecrets {
  try {
    return generatedSecretsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartupError(
      `${path} is damaged.`,
      "Restore it from a backup: without it the webhook URL and the embedded database's password are lost.",
    );
  }
}

/**
 * Takes from everybody but its owner what they may do with a file or folder, however it was made.
 * What is not there is passed over, and so are links. @throws {StartupError} when it stays open.
 */
export async function makePrivate(path: string): Promise<void> {
  const mode = await readOpenMode(path);
  if (mode === null) return;
  await chmod(path, mode & ownersMode).catch(() => undefined);
  if ((await readOpenMode(path)) === null) return;
  throw new StartupError(
    `${path} can be read by other users of this machine, and this user can't change that.`,
    "Make the user that runs Earshot its owner (chown -R), or set DATA_DIR to a dedicated folder.",
  );
}

/** The same of everything that lies in a folder itself. */
async function makeContentPrivate(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await makePrivate(join(folder, name));
}

const ownersMode = 0o700;
const othersMode = 0o077;

/** Null: nobody else may do anything. */
async function readOpenMode(path: string): Promise<number | null> {
  if (process.platform === "win32") return null;
  try {
    const found = await lstat(path);
    return found.isSymbolicLink() || (found.mode & othersMode) === 0 ? null : found.mode;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Replaces a file as a whole: after a crash at any moment it holds the old content or the new. */
export async function writeAtomically(path: string, content: string, mode = 0o600): Promise<void> {
  const beside = `${path}.${process.pid}.new`;
  const file = await open(beside, "w", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** What was renamed in it stays so after a crash of the machine. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
