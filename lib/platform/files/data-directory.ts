import "server-only";
import { access, constants, mkdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StartupError } from "../settings/startup-error";
import { type Claim, ClaimedError, claim, describeHolder, type Holder } from "./claim";
import { makeContentPrivate, makePrivate } from "./private-files";

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
    say(`Waiting for another Earshot to leave ${path}: ${describeHolder(holder)}`);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    await requireOwn(path);
    const { confirm, release } = await claim(join(path, "in-use"), {
      signal,
      ...(waits && { onHeld: wait }),
      onSilent: (holder, timeoutMs) =>
        say(
          `${path} was not given back by ${describeHolder(holder)}; ` +
            `waiting ${timeoutMs / 1000} s for a sign of life`,
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
    `${path} is a folder that all users of this machine share.`,
    "Set DATA_DIR to a folder of its own.",
  );
}

const stickyBit = 0o1000;

function toLoss(path: string, holder: Holder | null): StartupError {
  if (holder === null) {
    return new StartupError(
      `The mark that ${path} is in use by this Earshot was removed, so this one has stopped.`,
      "Leave the file in-use alone while Earshot runs, then start it again.",
    );
  }
  return new StartupError(
    `${path} was taken over by another Earshot, ${describeHolder(holder)}.`,
    "This one gave no sign of life for too long, as when it is suspended, and has stopped.",
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
    `Cannot keep data in ${path} (${code}).`,
    "Give this user the right to write there, or set DATA_DIR to another folder.",
    { cause },
  );
}
