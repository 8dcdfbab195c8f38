import { setTimeout as sleep } from "node:timers/promises";
import { isatty } from "node:tty";
import {
  type DataDirectory,
  type GeneratedSecrets,
  loadGeneratedSecrets,
  openDataDirectory,
} from "@/lib/platform/files/data-directory";
import type { Env } from "@/lib/platform/settings/env";
import { ensureBuild, ensurePrismaClient, prepareAtLast } from "../build/build-pages";
import {
  announce,
  Closing,
  complain,
  letHear,
  listenForStop,
  readSettings,
  type StopRequest,
  say,
  show,
} from "../command/command";
import { prepareDatabase } from "../database/prepare-database";
import { type Supervised, sendToPrograms } from "../supervise/supervise-program";
import {
  bundled,
  makeRunFolder,
  requireFreePort,
  superviseGateway,
  superviseWeb,
  superviseWorker,
} from "../supervise/supervise-programs";
import { type Demo, describeFirstLines, rememberLines, wereLinesPrinted } from "./first-lines";
import { listenForUpgrade } from "./upgrade";

type Mode = "production" | "development";

export type BootContext = {
  settings: Env;
  closing: Closing;
  stop: AbortSignal;
};

export type Plan = {
  mode: Mode;
  /** False for what must never touch the operator's own settings. */
  readEnvFile?: boolean;
  /** Whether to wait for another Earshot that has the data, instead of refusing to start. */
  waits?: boolean;
  /** Settings that hold unless the environment says otherwise. */
  defaults?: Record<string, string>;
  /** Made-up calls, and an account for whoever sits here. */
  demo?: {
    /** What the last line says instead of how the first administrator signs in. */
    describeSignIn: (publicUrl: string, demo: Demo) => string;
    /** Started beside the server, once it listens. */
    beside: (demo: Demo, context: BootContext) => Promise<void>;
  };
};

/** Starts everything, runs until asked to stop, closes everything; gives the exit code. */
export async function boot(plan: Plan): Promise<number> {
  // What we and all our children write is for this user alone.
  process.umask(0o077);
  const closing = new Closing();
  const stop = listenForStop(
    () => say("Stopping"),
    () => say("Stopping at once"),
  );
  try {
    await run(plan, closing, stop);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 0;
    complain(error);
    return 1;
  } finally {
    await closing.close();
  }
}

async function run(plan: Plan, closing: Closing, stop: StopRequest): Promise<void> {
  const settings = readSettings(plan);
  const directory = await openDataDirectory(settings.DATA_DIR, {
    say,
    signal: stop.signal,
    waits: plan.waits,
  });
  closing.add(directory.release);
  const { lost } = directory.lease;
  const ending = endingOf(stop.signal, lost);
  await requireFreePort(settings.PORT, settings.HOST);
  const secrets = await loadGeneratedSecrets(directory.path);

  const webhookUrl = fillInEnvironment({ ...plan, settings, secrets, directory });
  const upgrades = listenForUpgrade();
  const running: Supervised[] = [];
  const manage = (program: Supervised) => {
    running.push(program);
    closing.add(program.stop);
    return program;
  };
  const untilReady = async (...programs: Supervised[]) => {
    await Promise.race([Promise.all(programs.map(({ ready }) => ready)), ending.arrived]);
    ending.signal.throwIfAborted();
  };
  const openGateway = async () => {
    process.env.EARSHOT_RUN_DIR = await makeRunFolder(directory.path, closing);
    letHear((step) => sendToPrograms("start-step", step));
    show("Starting");
    const opened = manage(await superviseGateway(settings, lost));
    await untilReady(opened);
    say(`Accepting recordings at ${settings.PUBLIC_URL}`);
    return opened;
  };
  // With hot reload everything is in one process, so that all of it is reloaded.
  const isApart = plan.mode === "production";
  // Whatever takes long comes after it, but for a database that is the journal.
  const early = isApart && settings.JOURNAL === "disk" ? await openGateway() : null;
  const prepareJournal = async (signal: AbortSignal) => {
    const database = await prepareDatabase({ settings, secrets, directory, closing, signal });
    signal.throwIfAborted();
    process.env.DATABASE_URL = database.url;
    process.env.EARSHOT_STATEMENT_TIMEOUT = database.takesStatementTimeout ? "1" : "0";
    return { database, gateway: isApart ? (early ?? (await openGateway())) : null };
  };

  const [{ database, gateway }] = await together(ending.signal, prepareJournal, (signal) =>
    prepareAtLast(() => prepareProgram(plan.mode, signal), { signal, keepsTrying: isApart }),
  );
  ending.signal.throwIfAborted();
  const { PUBLIC_URL: publicUrl } = settings;
  const isWhole = isatty(1) || !(await wereLinesPrinted(directory.path));
  const isDemo = plan.demo !== undefined;
  const describing = describeWithRetries({ publicUrl, webhookUrl, isWhole, isDemo });
  // Whoever reads the secrets first finds that of the demo among them.
  if (isDemo) await describing;
  show("Starting the pages");
  const programs = {
    gateway,
    web: manage(superviseWeb(settings, lost)),
    worker: isApart ? manage(superviseWorker(lost)) : null,
  };
  const [{ signIn, webhook, demo }] = await together(
    ending.signal,
    () => describing,
    () => untilReady(...running),
  );
  ending.signal.throwIfAborted();
  if (demo) await plan.demo?.beside(demo, { settings, closing, stop: ending.signal });

  // Whoever reads these lines finds a start that is over.
  letHear(() => undefined);
  sendToPrograms("start-step", null);
  announce([
    ["Dashboard", publicUrl],
    ["Webhook URL", webhook],
    ["Sign-in", (demo && plan.demo?.describeSignIn(publicUrl, demo)) ?? signIn],
  ]);
  await rememberLines(directory.path);
  upgrades.run({ ...programs, database, stop: ending.signal });
  await Promise.race([...running.map(({ ended }) => ended), ending.arrived]);
  sendToPrograms("start-step", "Stopping");
  lost.throwIfAborted();
}

/** A database that is away for a moment ends nothing that runs already. */
async function describeWithRetries(facts: Parameters<typeof describeFirstLines>[1]) {
  for (let tries = 1; ; tries++) {
    try {
      return await describeFirstLines(bundled("first-lines"), facts);
    } catch (error) {
      if (tries === mostTries) throw error;
      await sleep(tries * 1_000);
    }
  }
}

const mostTries = 5;

/** Whichever comes first, with its reason: a request to stop, or the loss of the data directory. */
function endingOf(...signals: AbortSignal[]): StopRequest {
  const ending = new AbortController();
  const arrived = new Promise<void>((resolve) => {
    for (const signal of signals) {
      const end = () => {
        ending.abort(signal.reason);
        resolve();
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    }
  });
  return { signal: ending.signal, arrived };
}

/** Makes what is generated from the source: the database client, and in production the pages. */
async function prepareProgram(mode: Mode, signal: AbortSignal): Promise<void> {
  await ensurePrismaClient(signal);
  if (mode === "production") await ensureBuild(signal);
}

type Known = {
  mode: Mode;
  settings: Env;
  secrets: GeneratedSecrets;
  directory: DataDirectory;
};

/** Puts what the start found or made where the programs and `env()` read it; gives the webhook URL. */
function fillInEnvironment(known: Known): string {
  const { mode, settings, secrets, directory } = known;
  const webhookSecret = settings.WEBHOOK_SECRET?.reveal() ?? secrets.webhookSecret;
  Object.assign(process.env, {
    NODE_ENV: mode,
    EARSHOT_DEV: mode === "development" ? "1" : "0",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(settings.PORT),
    HOST: settings.HOST,
    PUBLIC_URL: settings.PUBLIC_URL,
    DATA_DIR: directory.path,
    WEBHOOK_SECRET: webhookSecret,
    WORKER: mode === "production" ? "separate" : "inside",
    AUTH_SECRET: settings.AUTH_SECRET?.reveal() ?? secrets.authSecret,
  });
  return `${settings.PUBLIC_URL}/api/webhooks/recordings/${webhookSecret}`;
}

type Task<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs two tasks side by side. When one fails the other is told to stop, and it settles only when
 * both have: what one of them started is then known to whoever must close it.
 */
export async function together<A, B>(
  outer: AbortSignal,
  one: Task<A>,
  other: Task<B>,
): Promise<[A, B]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  const run = async <T>(task: Task<T>): Promise<T> => {
    try {
      return await task(signal);
    } catch (error) {
      // Only the first reason is kept: what fails after it fails because of it.
      failure.abort(error);
      throw error;
    }
  };
  const running = [run(one), run(other)] as const;
  await Promise.allSettled(running);
  failure.signal.throwIfAborted();
  return Promise.all(running);
}
