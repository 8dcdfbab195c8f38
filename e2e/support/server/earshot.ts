import { spawn } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type APIRequestContext, request } from "@playwright/test";
import { inProject } from "@/bin/command/project";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { bareEnvironment, findFreePort, isPostgresOn } from "@/lib/platform/process/processes";
import { returningBrowser } from "../requests/returning-browser";
import { copyFirstDatabase } from "./first-database";
import { childrenOf, processesNaming } from "./processes";

export const administrator = { email: "administrator@example.com", password: "a long password" };

/** Asks as the administrator, in a browser that was here before; to be disposed of. */
export async function openSignedIn(baseURL: string): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL, storageState: returningBrowser });
  const response = await context.post("/api/auth/sign-in/email", { data: administrator });
  if (!response.ok()) throw new Error(`Cannot sign in: ${response.status()}`);
  return context;
}

export type Earshot = {
  url: string;
  webhookUrl: string;
  /** The last of the three lines: how to sign in. */
  signIn: string;
  dataDir: string;
  /** Of the process that `npm start` runs. */
  pid: number;
  /** Its exit code, when it ends by itself. */
  ended: Promise<number | null>;
  gatewayPid: () => Promise<number>;
  webPid: () => Promise<number>;
  workerPid: () => Promise<number>;
  /** Those that `npm start` starts again when they end. */
  pids: () => Promise<{ gateway: number; web: number; worker: number }>;
  /** Rejects while none runs. */
  postgresPid: () => Promise<number>;
  /** Everything printed so far. */
  output: () => string;
  /** As Ctrl-C does; resolves to the exit code once it has ended. */
  stop: () => Promise<number | null>;
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Stops it if it still runs, and forgets its data unless the folder was given. */
  dispose: () => Promise<void>;
};

type StartOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  /** Whether it makes its database itself, instead of finding one that is empty and migrated. */
  makesDatabase?: boolean;
  /** What stands behind `npm start --`. */
  parameters?: string[];
  /** Another folder of Earshot's sources than this one. */
  source?: string;
};

/** Runs what `npm start` runs until it has printed its three lines. Rejects with its output. */
export async function startEarshot(options: StartOptions = {}): Promise<Earshot> {
  return (await beginEarshot(options)).ready;
}

/** The same, with what it prints until then, and the way to end it before. */
export async function beginEarshot(options: StartOptions) {
  const folder = options.dataDir ?? (await mkdtemp(join(tmpdir(), "earshot-e2e-")));
  const isOrdinary = !options.dataDir && !options.parameters && !options.source;
  if (isOrdinary && !options.makesDatabase && !options.env?.DATABASE_URL) {
    await copyFirstDatabase(folder);
  }
  const settings = {
    PORT: String(await findFreePort()),
    DATA_DIR: folder,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: "warn",
    // The made-up calls' audio is at made-up addresses.
    AUDIO_STORE: "none",
    ...options.env,
  };
  const started = runStart(settings, options);
  const kill = (signal: NodeJS.Signals) => {
    started.child.kill(signal);
    return started.ended;
  };
  return { output: started.output, ready: untilReady(started, folder, options), kill };
}

async function untilReady(
  started: ReturnType<typeof runStart>,
  folder: string,
  { dataDir, env }: StartOptions,
): Promise<Earshot> {
  const { child, output, ended } = started;
  const [url = "", printedUrl = "", signIn = ""] = await Promise.race([
    started.announced,
    ended.then((code): never => {
      throw new Error(`Earshot ended with code ${code}:\n${output()}`);
    }),
  ]);
  const webhookUrl = await wholeUrl(printedUrl, folder, env?.WEBHOOK_SECRET);
  const pid = child.pid ?? 0;
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const gatewayPid = () => findChild(pid, "gateway.mjs");
  const webPid = () => findChild(pid, "web.mjs");
  const workerPid = () => findChild(pid, "worker.mjs");
  return {
    url,
    webhookUrl,
    signIn,
    dataDir: folder,
    pid,
    output,
    ended,
    kill,
    gatewayPid,
    webPid,
    workerPid,
    pids: async () => ({
      gateway: await gatewayPid(),
      web: await webPid(),
      worker: await workerPid(),
    }),
    postgresPid: () => findPostgres(join(folder, "postgres")),
    stop: () => kill("SIGINT"),
    dispose: async () => {
      await kill("SIGINT");
      await untilNobodyNames(folder);
      if (!dataDir) await forgetFolder(folder);
    },
  };
}

/** Runs it to its end, for starts that must fail. */
export async function startAndFail(env: Record<string, string>, prefix: string[] = []) {
  const { ended, output } = runStart(env, { prefix });
  const code = await ended;
  return { code, output: output() };
}

type RunOptions = { parameters?: string[]; prefix?: string[]; source?: string };

function runStart(
  env: Record<string, string>,
  { parameters = [], prefix = [], source = inProject() }: RunOptions,
) {
  const program = ["--conditions=react-server", "bin/start.mjs", ...parameters];
  const [command = "", ...rest] = [...prefix, process.execPath, ...program];
  const child = spawn(command, rest, {
    cwd: source,
    // As under npm: it then ends when the process that started it does.
    env: bareEnvironment({ npm_lifecycle_event: "start", ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const announced = new Promise<string[]>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const lines = /^Dashboard +(.+)\nWebhook URL +(.+)\nSign-in +(.+)\n/m.exec(printed);
        if (lines) resolve(lines.slice(1));
      });
    }
  });
  return { child, ended, announced, output: () => printed };
}

/** Only a first start prints it whole; later ones leave its secret out. */
async function wholeUrl(printed: string, folder: string, given?: string): Promise<string> {
  const cut = /^(\S+\/)[^/]*…, /.exec(printed);
  if (!cut) return printed;
  const made = JSON.parse(await readFile(join(folder, "secrets.json"), "utf8"));
  return `${cut[1]}${given ?? made.webhookSecret}`;
}

async function findChild(pid: number, name: string): Promise<number> {
  const child = (await childrenOf(pid)).find(({ command }) => command.includes(name));
  if (!child) throw new Error(`Process ${pid} has no child ${name}`);
  return child.pid;
}

async function findPostgres(folder: string): Promise<number> {
  const pid = Number.parseInt(await readFile(join(folder, "postmaster.pid"), "utf8"), 10);
  if (await isPostgresOn(pid, folder)) return pid;
  throw new Error(`No PostgreSQL runs on ${folder}`);
}

/** After a SIGKILL, what it had started ends by itself, but not at once. */
async function untilNobodyNames(folder: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await processesNaming(folder)).length > 0 && Date.now() < deadline) await sleep(100);
}
