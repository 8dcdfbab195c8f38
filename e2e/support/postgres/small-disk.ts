import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A disk of a few megabytes that can be made to fail, and mended. */
export type SmallDisk = {
  path: string;
  breakDown: () => Promise<void>;
  mend: () => Promise<void>;
  /** When nobody uses it any more: written out, taken off, repaired and mounted again. */
  repair: () => Promise<void>;
  dispose: () => Promise<void>;
};

export type DiskFault =
  /** Another program has filled it. */
  | "full"
  /** What is written is lost on the way, and the system says so. */
  | "losing writes"
  /** The same, and the file system protects itself by taking no more writes. */
  | "read-only";

const run = promisify(execFile);

/** Root gets a file system of its own on a loop device; others one in the memory, in a namespace. */
export async function mountSmallDisk(fault: DiskFault, megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), "earshot-disk-"));
  if (process.getuid?.() === 0) {
    try {
      return await mountLoop(folder, fault, megabytes);
    } catch (error) {
      if (!(error instanceof NoLoopDevice)) throw error;
    }
  }
  return mountInNamespace(folder, megabytes);
}

class NoLoopDevice extends Error {}

/** Its image lies in a memory that can be used up: then the device has nowhere to write to. */
async function mountLoop(folder: string, fault: DiskFault, megabytes: number): Promise<SmallDisk> {
  const [backing, path] = [join(folder, "backing"), join(folder, "disk")];
  const image = join(backing, "image");
  const filler = join(fault === "full" ? path : backing, "filler");
  // Without a journal of its own, a file system only passes the errors on.
  const make = fault === "losing writes" ? "mkfs.ext2" : "mkfs.ext4";
  const mount = () => run("mount", ["-o", "loop,errors=continue", image, path]);
  for (const place of [backing, path]) await mkdir(place);
  const dispose = async () => {
    for (const place of [path, backing]) await run("umount", ["-l", place]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes + 8}m`, "tmpfs", backing]);
    await run("truncate", ["-s", `${megabytes}M`, image]);
    await run(make, ["-q", "-F", image]);
    await mount();
  } catch (cause) {
    await dispose();
    await mkdir(folder, { recursive: true });
    throw new NoLoopDevice("This machine gives no loop device", { cause });
  }
  return {
    path,
    breakDown: () => fillUp(filler),
    mend: () => rm(filler, { force: true }),
    repair: async () => {
      await run("umount", [path]);
      // Its exit code says that there was something to repair.
      await run("e2fsck", ["-fy", image]).catch(() => undefined);
      await mount();
    },
    dispose,
  };
}

/** A file system in the memory of a namespace, reached through the process that holds it. */
async function mountInNamespace(folder: string, megabytes: number): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && echo mounted && exec cat`;
  const holder = spawn("unshare", ["-Urm", "sh", "-c", script, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once("data", () => resolve());
    holder.once("exit", () => reject(new Error("A small disk needs root or user namespaces")));
  });
  const path = join(`/proc/${holder.pid}/root`, folder);
  const filler = join(path, "filler");
  return {
    path,
    breakDown: () => fillUp(filler),
    mend: () => rm(filler, { force: true }),
    repair: async () => undefined,
    dispose: async () => {
      holder.stdin.end();
      await new Promise((resolve) => holder.once("exit", resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes until nothing more fits, the last bytes one by one. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, "w");
  for (let size = 1024 * 1024; size >= 512; ) {
    try {
      const { bytesWritten } = await file.write(Buffer.alloc(size, 1));
      if (bytesWritten < size) size /= 2;
    } catch {
      size /= 2;
    }
  }
  await file.sync().catch(() => undefined);
  await file.close();
}
