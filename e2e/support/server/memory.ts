import { readFile } from "node:fs/promises";

/** Notes how much memory a process holds at most until it is told to stop. */
export function watchMemory(pid: number) {
  let mostBytes = 0;
  const look = async () => {
    mostBytes = Math.max(mostBytes, await residentBytes(pid));
  };
  const timer = setInterval(look, 200);
  return {
    stop: async (): Promise<number> => {
      clearInterval(timer);
      await look();
      return mostBytes;
    },
  };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
