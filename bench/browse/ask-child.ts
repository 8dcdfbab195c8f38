import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bareEnvironment } from "@/lib/platform/process/processes";

/**
 * Runs a program of this folder against one database, in a process of its own, since a process has
 * one database. @returns what it printed as JSON @throws with its complaint
 */
export async function askChild<T>(
  program: string,
  databaseUrl: string,
  args: string[] = [],
): Promise<T> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--conditions=react-server", file, ...args],
    { env: bareEnvironment({ DATABASE_URL: databaseUrl }), stdio: ["ignore", "pipe", "pipe"] },
  );
  let printed = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${complaint}`);
  return JSON.parse(printed) as T;
}
