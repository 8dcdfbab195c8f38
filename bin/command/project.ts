import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { StartupError } from "@/lib/platform/faults";
import { bareEnvironment, spawnTiedChild } from "@/lib/platform/process/processes";

type Options = {
  env?: Record<string, string>;
  signal?: AbortSignal;
  /** Gets what the program prints on its standard output, line by line. */
  onLine?: (line: string) => void;
};

/**
 * Runs a Node program of the project silently, and with none of Earshot's settings.
 * @throws with everything that it printed when it fails.
 */
export async function runTool(
  script: string,
  parameters: string[],
  { env, signal, onLine }: Options = {},
): Promise<void> {
  const child = spawn(process.execPath, [inProject(script), ...parameters], {
    cwd: inProject(),
    env: bareEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => printed.push(text));
  }
  if (onLine) createInterface({ input: child.stdout }).on("line", onLine);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  throw new StartupError(
    `${[script, ...parameters].join(" ")} failed:\n${printed.join("").trimEnd()}`,
    "If you changed nothing, run `npm ci` again: a file may be missing.",
  );
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A path inside the project's own folder, wherever it was started from. */
export function inProject(...parts: string[]): string {
  return join(root, ...parts);
}

export type RunningSandbox = { url: string; stop: () => Promise<void> };

/**
 * Starts the sandbox and resolves once it listens; its faults are shown as they are.
 * @param niceness above 0: it takes what others leave of the processors, as if it were on another machine
 */
export async function runSandbox(parameters: string[], niceness = 0): Promise<RunningSandbox> {
  const after = niceness > 0 ? ["nice", "-n", String(niceness)] : [];
  const program = [...after, process.execPath, "--import", "tsx", inProject("sandbox/main.ts")];
  const {
    process: shell,
    ended,
    askToStop,
  } = spawnTiedChild([...program, "--quiet", ...parameters], "TERM", {
    env: bareEnvironment(),
    cwd: inProject(),
    output: "pipe",
  });
  shell.stderr?.pipe(process.stderr);
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    shell.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const listening = /listening on (\S+)\s/.exec(printed)?.[1];
      if (listening) resolve(listening);
    });
    ended.then((how) => reject(new Error(`The sandbox ended before it listened (${how}).`)));
  });
  return {
    url,
    stop: async () => {
      askToStop();
      await ended;
    },
  };
}
