import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The first program of these names on the PATH, or in other folders behind it. */
export function findOnPath(names: string[], otherFolders: string[] = []): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).concat(otherFolders);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
}

export function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
