import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The process below this one that answers requests; null between a death and the next start. */
export async function findServerPid(ancestor: number): Promise<number | null> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const processes = stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && parent ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
  const below = new Set([ancestor]);
  // Parents may be listed after their children, so this looks again until nothing is new.
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  const server = processes.find(
    ({ pid, command }) => below.has(pid) && /\bserve\.mjs\b/.test(command),
  );
  return server?.pid ?? null;
}
