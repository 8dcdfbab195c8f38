import { spawn } from "node:child_process";
import { bareEnvironment } from "@/lib/platform/settings/bare-environment";
import { inProject } from "../command/root-folder";

/** Runs a Node program of the project with its output shown; true when it succeeded. */
export async function runShown(
  script: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [inProject(script), ...parameters], {
    cwd: inProject(),
    env: bareEnvironment({ NODE_ENV: "test", ...environment }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  return code === 0;
}
