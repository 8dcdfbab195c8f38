import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * The shell holds our end of its standard input: whatever ends us, even SIGKILL, closes it, and
 * the shell then signals the program, whose exit code it hands on. A line names another signal.
 */
const keeper = `
signal=$1
shift
exec 3<&0 </dev/null
"$@" 3<&- &
program=$!
{ while read -r asked; do kill -"$asked" "$program"; done <&3; kill -"$signal" "$program"; } &
watcher=$!
exec 3<&-
wait "$program"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

type Options = {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Where both its outputs go: an open file, or to us. */
  output: number | "pipe";
  /** An open file that it and its children keep open as long as one of them lives. */
  held?: number;
};

type TiedChild = {
  process: ChildProcess;
  /** How it ended, in words. */
  ended: Promise<string>;
  /** Asks it to stop, as our own death would. */
  askToStop: () => void;
  /** Sends it another signal than its usual one. */
  send: (signal: "QUIT") => void;
};

/** Starts a program that can't outlive us, in a session of its own, out of the reach of Ctrl-C. */
export function spawnTiedChild(
  command: string[],
  signal: "INT" | "TERM",
  { env, cwd, output, held }: Options,
): TiedChild {
  const shell = spawn("/bin/sh", ["-c", keeper, "tied-child", signal, ...command], {
    detached: true,
    stdio: ["pipe", output, output, ...(held === undefined ? [] : ["ignore" as const, held])],
    env,
    cwd,
  });
  shell.stdin?.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => {
    shell.once("error", (error) => resolve(error.message));
    shell.once("exit", (code, by) => resolve(by ?? `code ${code}`));
  });
  const askToStop = () => void shell.stdin?.destroy();
  ended.then(askToStop);
  const send = (name: "QUIT") => void shell.stdin?.write(`${name}\n`);
  return { process: shell, ended, askToStop, send };
}

/** What a tool needs of our environment: no setting of Earshot's, so no secret, reaches it. */
export function bareEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const passed = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { NODE_ENV: "production", ...Object.fromEntries(passed), ...extra };
}

const passedOn = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LANG",
  "CI",
  "FORCE_COLOR",
  "NO_COLOR",
  "NODE_OPTIONS",
  // npm itself looks for it beside the Node that runs it, which may be the one that Earshot brings.
  "npm_config_globalconfig",
];

const run = promisify(execFile);

/**
 * When the process with this id began, in a notation of the system's own; null when there is none.
 * Ids are used again, so only id and beginning together name a process.
 */
export async function processBeginning(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return askPs(pid, "lstart");
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? null : (rest[18] ?? null);
  } catch {
    return null;
  }
}

/** Whether this process is a PostgreSQL server on the given data folder, which it has as its own. */
export async function isPostgresOn(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== "linux") return (await askPs(pid, "args"))?.includes(folder) ?? false;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === folder;
  } catch {
    return false;
  }
}

async function askPs(pid: number, field: string): Promise<string | null> {
  try {
    const { stdout } = await run("ps", ["-o", `${field}=`, "-p", String(pid)]);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

/** A port that nobody listens on at this moment. */
export async function findFreePort(host = "127.0.0.1"): Promise<number> {
  return (await tryToListen(0, host)).port;
}

/** Null when one can listen there, else the system's error code, such as EADDRINUSE. */
export async function whyNotListen(port: number, host: string): Promise<string | null> {
  try {
    await tryToListen(port, host);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "UNKNOWN";
  }
}

function tryToListen(port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address() as AddressInfo;
      server.close(() => resolve(address));
    });
  });
}

/** In milliseconds since the machine's start, of all its processors together. */
type ProcessorTimes = { user: number; total: number };

/** What programs of normal priority take of the processors from which on work that can wait gives way. */
const pressedShare = 0.25;
const lookEveryMs = 1_000;
const workMs = 20;
const restMs = 180;

/**
 * For work that can wait, in a process of low priority: to be awaited every few milliseconds, and never while
 * something is locked. Rests most of the time while programs of normal priority need the processors; priority
 * alone lengthens what those wait for, since a full machine has longer queues.
 * @returns how many milliseconds it rested
 */
export function giveWay(): Promise<number> {
  giveOwnWay ??= newGiveWay(readProcessors);
  return giveOwnWay();
}

let giveOwnWay: (() => Promise<number>) | undefined;

export function newGiveWay(read: () => ProcessorTimes): () => Promise<number> {
  let before = read();
  let lookedAtMs = performance.now();
  let isPressed = false;
  let beganMs = lookedAtMs;
  let resting: Promise<void> | undefined;

  const look = () => {
    const now = performance.now();
    if (now - lookedAtMs < lookEveryMs) return;
    const times = read();
    isPressed = times.user - before.user > pressedShare * (times.total - before.total);
    before = times;
    lookedAtMs = now;
  };
  return async () => {
    look();
    if (!isPressed || performance.now() - beganMs < workMs) return 0;
    const startedMs = performance.now();
    // All of a process rests at once, or each part of it would work while the others rest.
    resting ??= sleep(restMs).then(() => {
      beganMs = performance.now();
      resting = undefined;
    });
    await resting;
    return performance.now() - startedMs;
  };
}

/** Time of programs of lower priority (`nice`) is not counted as taken. */
function readProcessors(): ProcessorTimes {
  let user = 0;
  let total = 0;
  for (const { times } of cpus()) {
    user += times.user;
    total += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { user, total };
}
