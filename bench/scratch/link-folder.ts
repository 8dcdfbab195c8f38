import { cp, link, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

/**
 * The same tree with hard links for files, which costs no space: the bundler accepts no packages
 * behind a symbolic link. On another disk it is copied.
 */
export async function linkFolder(from: string, to: string): Promise<void> {
  try {
    await linkTree(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true, force: true });
  }
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Claims and caches belong to the folder they lie in.
    if (entry.name.startsWith(".") && entry.name !== ".bin") continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target);
  }
}
