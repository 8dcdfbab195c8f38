import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

type Options = { nodeOptions?: string[]; env?: Record<string, string> };

/** Starts `test-reader.ts`. */
export function runTestReader(
  place: string,
  work: string[],
  { nodeOptions = [], env = {} }: Options = {},
) {
  const program = fileURLToPath(new URL("./test-reader.ts", import.meta.url));
  const loader = ["--import", "tsx", "--conditions=react-server"];
  const child = spawn(process.execPath, [...nodeOptions, ...loader, program, place, ...work], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "silent", NODE_OPTIONS: "", ...env },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = new Promise<string>((resolve) => {
    child.once("close", (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const printed = new Promise((resolve) => child.stdout.once("data", resolve));
  return {
    pid: child.pid,
    /** Once it has noted what it was told to. */
    noted: Promise.race([printed, ended]),
    /** How it ended: by a signal, or with a code. */
    ended,
    output: () => output,
    errors: () => errors,
    kill: async () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
