import { readdir, readFile } from "node:fs/promises";

type RunningProcess = { pid: number; parent: number; command: string };

export async function childrenOf(pid: number): Promise<RunningProcess[]> {
  return (await listProcesses()).filter(({ parent }) => parent === pid);
}

/** Every process that has the text in its command line or its environment. */
export async function processesNaming(text: string): Promise<RunningProcess[]> {
  const all = await listProcesses();
  const naming = await Promise.all(
    all.map(async ({ pid, command }) =>
      `${command}\0${await read(`/proc/${pid}/environ`)}`.includes(text),
    ),
  );
  return all.filter(({ pid }, index) => naming[index] && pid !== process.pid);
}

async function listProcesses(): Promise<RunningProcess[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(
    pids.map(async (pid) => {
      const stat = await read(`/proc/${pid}/stat`);
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const command = (await read(`/proc/${pid}/cmdline`)).replaceAll("\0", " ");
      return { pid: Number(pid), parent: Number(parent), command, isAlive: state !== "Z" };
    }),
  );
  return processes.filter(({ isAlive, command }) => isAlive && command !== "");
}

async function read(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
