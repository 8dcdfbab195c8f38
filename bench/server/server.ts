import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bareEnvironment } from "@/lib/platform/process/processes";
import { findProgramPids, type ProgramPids } from "./program-pids";

export const administrator = { email: "bench@example.com", password: "a bench's password" };

/** A running product: what `npm start` starts, in a copy of the source. */
export type Server = {
  /** Once it has said that it serves. Rejects with its output when it ends before. */
  ready: Promise<void>;
  url: string;
  webhookUrl: string;
  dataDir: string;
  supervisorPid: number;
  /** Rejects when none runs within ten seconds. */
  pid: (program: keyof ProgramPids) => Promise<number>;
  pids: () => Promise<ProgramPids>;
  /** Everything printed so far. */
  output: () => string;
  stop: () => Promise<void>;
  /** Asks for new programs in the place of the running ones. */
  replace: () => void;
  /** SIGKILL to all programs and what supervises them. */
  kill: () => Promise<void>;
};

type ServerOptions = {
  source: string;
  dataDir: string;
  databaseUrl: string;
  port: number;
  env?: Record<string, string>;
  /** So many open files each process may have, instead of what the system allows. */
  descriptors?: number;
  /** As a person starts it, instead of the program alone. */
  isByNpm?: boolean;
};

export function startServer(options: ServerOptions): Server {
  const { child, ended, announced, output } = run(options);
  const pid = child.pid ?? 0;
  const url = `http://127.0.0.1:${options.port}`;
  const ready = Promise.race([
    announced,
    ended.then(() => Promise.reject(new Error(`Earshot ended:\n${output()}`))),
  ]);
  ready.catch(() => undefined);
  return {
    ready,
    url,
    output,
    dataDir: options.dataDir,
    supervisorPid: pid,
    webhookUrl: `${url}/api/webhooks/recordings/${webhookSecret}`,
    pid: (program) => waitForProgram(pid, program),
    pids: () => findProgramPids(pid),
    stop: async () => {
      child.kill("SIGINT");
      const timeout = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
      await ended;
      clearTimeout(timeout);
    },
    replace: () => void child.kill("SIGUSR2"),
    kill: async () => {
      for (const one of Object.values(await findProgramPids(pid))) {
        if (one) process.kill(one, "SIGKILL");
      }
      child.kill("SIGKILL");
      await ended;
    },
  };
}

const webhookSecret = randomBytes(24).toString("base64url");
const stopTimeoutMs = 60_000;
const programTimeoutMs = 10_000;

function run(options: ServerOptions) {
  const { source, dataDir, databaseUrl, port, env } = options;
  const program = ["--conditions=react-server", join("bin", "start.mjs")];
  const [command = "", ...parameters] = [
    ...(options.descriptors
      ? ["sh", "-c", `ulimit -n ${options.descriptors}; exec "$@"`, "sh"]
      : []),
    ...(options.isByNpm ? ["npm", "start"] : [process.execPath, ...program]),
  ];
  const child = spawn(command, parameters, {
    cwd: source,
    env: bareEnvironment({
      // As under npm: it then ends when the process that started it does.
      npm_lifecycle_event: "start",
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
      WEBHOOK_SECRET: webhookSecret,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: "warn",
      // The made-up calls' audio is at made-up addresses.
      AUDIO_STORE: "none",
      ...env,
    }),
    stdio: ["ignore", "pipe", "pipe"],
    // In a session of its own, Ctrl-C reaches it through us alone.
    detached: true,
  });
  let printed = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const announced = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed = (printed + text).slice(-keptOutputLength);
        if (/^Webhook URL +\S+.*$/m.test(printed)) resolve();
      });
    }
  });
  return { child, ended, announced, output: () => printed };
}

const keptOutputLength = 1_000_000;

async function waitForProgram(pid: number, program: keyof ProgramPids): Promise<number> {
  const deadline = performance.now() + programTimeoutMs;
  while (performance.now() < deadline) {
    const { [program]: found } = await findProgramPids(pid);
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`Process ${pid} runs no ${program}`);
}
