import { fork } from "node:child_process";
import { inProject } from "@/bin/command/project";
import { bareEnvironment } from "@/lib/platform/process/processes";

type FormerDatabase = { superuserUrl: string; stop: () => Promise<void> };

/** Makes the embedded database of a data folder with an older PostgreSQL, and runs it. */
export async function startFormerDatabase(dataDir: string, major: number): Promise<FormerDatabase> {
  const child = fork(
    inProject("e2e/support/postgres/run-former-postgres.ts"),
    [dataDir, String(major)],
    {
      execArgv: ["--import", "tsx", "--conditions=react-server"],
      env: bareEnvironment(),
    },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const superuserUrl = await Promise.race([
    new Promise<string>((resolve) => child.once("message", (url) => resolve(String(url)))),
    ended.then((): never => {
      throw new Error(`PostgreSQL ${major} did not start`);
    }),
  ]);
  return {
    superuserUrl,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
