import { readdir, readFile } from "node:fs/promises";

/** In milliseconds, by process. */
type ProcessorTimes = Map<number, number>;

/** What everything that this process has started, and what that has started, has taken since it began. */
export async function readProcessorTimes(): Promise<ProcessorTimes> {
  const pids = (await readdir("/proc")).map(Number).filter(Boolean);
  const parents = new Map(
    await Promise.all(pids.map(async (pid) => [pid, await readParent(pid)] as const)),
  );
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === process.pid || (parent > 1 && isBelow(parent));
  };
  const below = pids.filter(isBelow);
  return new Map(await Promise.all(below.map(async (pid) => [pid, await readTime(pid)] as const)));
}

export function spentBetween(before: ProcessorTimes, after: ProcessorTimes): number {
  return [...after].reduce((sum, [pid, ms]) => sum + Math.max(0, ms - (before.get(pid) ?? 0)), 0);
}

async function readParent(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // Behind the name, which may hold blanks.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

/** Of its threads. One that has ended meanwhile, or the whole process, took nothing. */
async function readTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = threads.map(async (thread) => {
    const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
    return Number(stat.split(" ")[0]) / 1e6;
  });
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0);
}
