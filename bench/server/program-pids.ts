import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const programs = {
  gateway: /\bgateway\.mjs\b/,
  web: /\bweb\.mjs\b/,
  worker: /\bworker\.mjs\b/,
  /** What fetches and measures audio, while there is something to do. */
  sounds: /\bsounds\.mjs\b/,
};

/** The processes below this one; null between a death and the next start, and of `sounds` at rest. */
export type ProgramPids = Record<keyof typeof programs, number | null>;

export async function findProgramPids(ancestor: number): Promise<ProgramPids> {
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
  const find = (program: RegExp) =>
    processes.find(({ pid, command }) => below.has(pid) && program.test(command))?.pid ?? null;
  return {
    gateway: find(programs.gateway),
    web: find(programs.web),
    worker: find(programs.worker),
    sounds: find(programs.sounds),
  };
}

/** Those that another process runs now, or none. */
export function countEnded(
  before: ProgramPids,
  after: ProgramPids,
  names: (keyof ProgramPids)[] = ["gateway", "web", "worker"],
): number {
  return names.filter((name) => after[name] === null || before[name] !== after[name]).length;
}
