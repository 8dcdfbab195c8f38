import { existsSync } from "node:fs";
import { isatty } from "node:tty";
import { Worker } from "node:worker_threads";
import { escapeControls, toEventLine } from "@/lib/ops/event-line";
import { StartupError } from "@/lib/platform/faults";
import { type Env, EnvError, parseEnv } from "@/lib/platform/settings/env";
import { inProject } from "./project";

/**
 * Runs a command that takes one argument, to its end or until it is asked to stop; gives the exit code:
 * 0, 1 for what failed, 2 for wrong arguments.
 * @param taken what the argument is, in words
 */
export async function runCommand(
  name: string,
  taken: string,
  work: (
    argument: string,
    closing: Closing,
    signal: AbortSignal,
  ) => Promise<"failed" | "usage" | undefined>,
  given = process.argv.slice(2),
): Promise<number> {
  const usage = () => {
    process.stderr.write(`Usage: npm run ${name} -- ${taken}\n`);
    return 2;
  };
  isForPerson = true;
  const [argument, ...others] = given;
  if (!argument || argument.startsWith("-") || others.length > 0) return usage();
  process.umask(0o077);
  const closing = new Closing();
  const stop = listenForStop(
    () => say("Stopping"),
    () => say("Stopping at once"),
  );
  try {
    const end = await work(argument, closing, stop.signal);
    stop.signal.throwIfAborted();
    if (end === "usage") return usage();
    return end === "failed" ? 1 : 0;
  } catch (error) {
    complain(stop.signal.aborted ? "Stopped." : error);
    return 1;
  } finally {
    await closing.close();
  }
}

/** Faults that a person can mend are told in words; for all others the stack is the best we have. */
function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What asks a program to end: Ctrl-C, a service manager, a closed terminal, the end of npm. */
export type StopRequest = { signal: AbortSignal; arrived: Promise<void> };

/** A Ctrl-C reaches us from the terminal and again through npm, so only a later one forces. */
const sameRequestMs = 1_000;
const exitCodeWhenForced = 130;

export function listenForStop(onFirst: () => void, onForced: () => void): StopRequest {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const ask = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      onFirst();
      controller.abort();
    } else if (performance.now() - firstAt > sameRequestMs) {
      onForced();
      process.exit(exitCodeWhenForced);
    }
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, ask);
  watchNpm(ask);
  const arrived = new Promise<void>((resolve) =>
    controller.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  return { signal: controller.signal, arrived };
}

/** npm passes signals on, but SIGKILL ends it silently, and nobody could stop us by it any more. */
function watchNpm(ask: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ask();
  }, 500);
  timer.unref();
}

/** What must be undone at the end: newest first, each of them whatever the others do. */
export class Closing {
  readonly #undoes: (() => Promise<void>)[] = [];

  add(undo: () => Promise<void>): void {
    this.#undoes.unshift(undo);
  }

  async close(): Promise<void> {
    for (const undo of this.#undoes.splice(0)) {
      await undo().catch((error) => say(error instanceof Error ? error.message : String(error)));
    }
  }
}

const began = performance.now();

let hear: (step: string) => void = () => undefined;

/** Who is told each step of a start or an upgrade. */
export function letHear(listener: (step: string) => void): void {
  hear = listener;
}

/** Tells a step to everybody who waits for the dashboard, strangers too: no address, no path. */
export function show(step: string): void {
  hear(step);
}

/** Whether what is said is read as it comes, on a terminal or as the answer to a command, and not kept as a log. */
let isForPerson = isatty(1);

/**
 * Tells the operator alone of progress: a calm line with the seconds since the start, or an event of the
 * log. It names no person.
 */
export function say(line: string): void {
  if (!isForPerson) return void process.stdout.write(toEventLine("info", line));
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`${seconds} s  ${escapeControls(line)}\n`);
}

/** Tells the operator what failed, and what to do about it; `fatal`: and ended the program. */
export function complain(error: unknown, level: "error" | "fatal" = "fatal"): void {
  const reason = explain(error);
  process.stderr.write(isForPerson ? `\n${reason}\n` : toEventLine(level, reason));
}

/** The lines that matter, under one another. */
export function announce(entries: [label: string, text: string][]): void {
  const width = Math.max(...entries.map(([label]) => label.length));
  const lines = entries.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}

const oldestNode = [20, 19] as const;

type Sources = { readEnvFile?: boolean; defaults?: Record<string, string> };

/** The settings: the environment wins over `.env`, and both over `defaults`. */
export function readSettings({ readEnvFile = true, defaults = {} }: Sources): Env {
  requireNode();
  const envFile = inProject(".env");
  if (readEnvFile && existsSync(envFile)) process.loadEnvFile(envFile);
  for (const [name, value] of Object.entries(defaults)) process.env[name] ||= value;
  return parseEnv(process.env);
}

function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor, leastMinor] = oldestNode;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new StartupError(
    `Earshot needs Node ${oldestNode.join(".")} or newer; this is ${process.versions.node}.`,
    "Install a newer one from https://nodejs.org, then run `npm ci && npm start` again.",
  );
}

/**
 * Lets a supervised program end once: by a signal, by its supervisor's word, or by its death, also one
 * from before this program was ready, which is said to it here.
 */
export function endWhenTold(stop: () => Promise<void>): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
  process.once("disconnect", end);
  process.on("message", (message) => {
    if (message === "stop" || message === "retire") end();
  });
  const isSupervised = process.send !== undefined;
  process.send?.({ ready: true });
  if (isSupervised && !process.connected) end();
}

/**
 * Ends this process at once when it has done nothing for so long, not even listened, as what reads a
 * stranger's file may bring it to. Its supervisor starts another one.
 */
export function endAtStandstill(mostMs: number): void {
  const watch = new Worker(watching, { eval: true, workerData: mostMs, execArgv: [] });
  watch.unref();
  setInterval(() => watch.postMessage("awake"), mostMs / 10).unref();
}

/** Plain JavaScript for a thread of its own, which goes on while the main one stands still. */
const watching = `
  const { parentPort, workerData } = require("node:worker_threads");
  const end = () => process.kill(process.pid, "SIGKILL");
  let ending = setTimeout(end, workerData);
  parentPort.on("message", () => {
    clearTimeout(ending);
    ending = setTimeout(end, workerData);
  });
`;
