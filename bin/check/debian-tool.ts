import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * A program that judges what the product does, and that the product never needs: the one on the PATH,
 * else Debian's, which is installed with what else it needs. @throws saying what to install, where this user may not
 */
export async function findTool(
  name: string,
  ...debianPackages: [string, ...string[]]
): Promise<string> {
  const found = onPath(name);
  if (found) return found;
  try {
    await install(debianPackages);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`This needs ${name}: install ${debianPackages.join(" and ")}. (${reason})`);
  }
  const installed = onPath(name);
  if (!installed) throw new Error(`${debianPackages[0]} has no program ${name}`);
  return installed;
}

async function install(debianPackages: string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const get = (...parameters: string[]) => run("apt-get", ["-qq", ...parameters], options);
  const ask = () => get("install", "--yes", "--no-install-recommends", ...debianPackages);
  await ask().catch(async () => {
    await get("update");
    await ask();
  });
}

/** Servers lie where only root looks. */
function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return folders.map((folder) => join(folder, name)).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
