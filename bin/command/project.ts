import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bareEnvironment } from "@/lib/platform/process/child-process";
import { StartupError } from "@/lib/platform/settings/startup-error";

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
