import { chmod, lstat, open, readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartupError } from "../settings/startup-error";

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
export async function makeContentPrivate(folder: string): Promise<void> {
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
