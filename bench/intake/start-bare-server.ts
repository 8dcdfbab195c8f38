import { fork } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@/lib/platform/process/free-port";
import { bareEnvironment } from "@/lib/platform/settings/bare-environment";

export async function startBareServer(dataDir: string) {
  await mkdir(dataDir, { recursive: true });
  const port = await findFreePort();
  const child = fork(fileURLToPath(new URL("./bare-server.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx", "--conditions=react-server"],
    env: bareEnvironment({ DATA_DIR: dataDir, PORT: String(port) }),
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await Promise.race([
    new Promise((resolve) => child.once("message", resolve)),
    ended.then(() => Promise.reject(new Error("The bare server ended before it listened"))),
  ]);
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
