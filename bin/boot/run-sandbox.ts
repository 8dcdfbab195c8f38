import { bareEnvironment, spawnTiedChild } from "@/lib/platform/process/child-process";
import { inProject } from "../command/project";

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
    letGo,
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
      letGo();
      await ended;
    },
  };
}
