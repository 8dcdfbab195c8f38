import "server-only";
import { access, constants, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Claim, ClaimedError, claim } from "./claim";
import { StartupError } from "./startup-error";

export type DataDirectory = { path: string; release: Claim["release"] };

/** Makes the folder if need be and takes it for this process alone, until `release`. */
export async function openDataDirectory(given: string): Promise<DataDirectory> {
  const path = resolve(given);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const { release } = await claim(join(path, "in-use"));
    return { path, release };
  } catch (cause) {
    throw explain(path, cause);
  }
}

function explain(path: string, cause: unknown): unknown {
  if (cause instanceof ClaimedError) {
    return new StartupError(
      `${path} is in use by another Earshot, process ${cause.pid}.`,
      "Stop that one first, or set DATA_DIR to another folder.",
    );
  }
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === undefined) return cause;
  return new StartupError(
    `Cannot keep data in ${path} (${code}).`,
    "Give this user the right to write there, or set DATA_DIR to another folder.",
    { cause },
  );
}
