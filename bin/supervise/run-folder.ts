import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Closing } from "../command/closing";

/**
 * Makes an empty folder for the local sockets of this run: beside the data, or, where a socket's path
 * would become longer than systems take, among the temporary files.
 */
export async function makeRunFolder(dataDirectory: string, closing: Closing): Promise<string> {
  const beside = join(dataDirectory, "run");
  await rm(beside, { recursive: true, force: true });
  const isShort = Buffer.byteLength(beside) <= longestFolder;
  const folder = isShort ? beside : await mkdtemp(join(tmpdir(), "earshot-"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  closing.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The system takes about a hundred bytes of a socket's path. */
const longestFolder = 80;
