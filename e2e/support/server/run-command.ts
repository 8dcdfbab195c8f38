import { spawn } from "node:child_process";
import { inProject } from "@/bin/command/project";
import { bareEnvironment } from "@/lib/platform/process/processes";

/** Runs one of the commands of package.json to its end. */
export function runCommand(
  name: "audio" | "backup" | "restore" | "ledger",
  argument: string,
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const program = ["--import", "tsx", "--conditions=react-server", "bin/operate.ts", name];
  const child = spawn(process.execPath, [...program, ...(argument ? [argument] : [])], {
    cwd: inProject(),
    env: bareEnvironment({ LOG_LEVEL: "warn", ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, output }));
  });
}
