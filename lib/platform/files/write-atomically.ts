import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

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
