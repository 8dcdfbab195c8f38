import { spawn } from "node:child_process";
import { once } from "node:events";

/** `unavailable` where there is no `flock` program, or the file system knows no locks. */
export type LockAttempt = "taken" | "held" | "unavailable";

/**
 * Takes the kernel's lock on an open file without waiting. It belongs to the opened file rather than
 * to a process: the system lets go of it when the last process that has this descriptor closes it or
 * dies, whatever its namespace. Node can't ask for it, but a child that has the same descriptor can.
 */
export async function lockFile(fd: number): Promise<LockAttempt> {
  const asked = spawn("flock", ["-n", "3"], { stdio: ["ignore", "ignore", "pipe", fd] });
  let complaint = "";
  asked.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  try {
    const [code] = await once(asked, "close");
    if (code === 0) return "taken";
    return code === 1 && complaint === "" ? "held" : "unavailable";
  } catch {
    return "unavailable";
  }
}
