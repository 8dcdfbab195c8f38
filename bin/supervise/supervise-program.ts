import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { newsSchema } from "@/lib/platform/process/topic";
import { say, show } from "../command/command";
import { inProject } from "../command/project";

export type Supervised = {
  /** Rejects when the program ends before it has ever been ready, unless it keeps trying. */
  ready: Promise<void>;
  /** Rejects when it can't be kept running; resolves after `stop`. */
  ended: Promise<void>;
  /** Puts one of the present sources in its place, which is ready before the former one leaves. */
  replace: () => Promise<void>;
  /** Ends it until it is resumed. */
  suspend: () => Promise<void>;
  /** Starts it again; false: it was not suspended. */
  resume: () => boolean;
  stop: () => Promise<void>;
};

type Program = {
  /** As in "The server was replaced". */
  name: string;
  /** What stands behind `node`, made of the sources that are there at the call. */
  parameters: () => string[];
  /** Undefined: what it has no use for. */
  env?: Record<string, string | undefined>;
  /** Open files that it gets behind its four own. */
  files?: number[];
  /** How far it leaves the processors to the others, up to 19; below 0 it comes first, where it may. */
  niceness?: number;
  /** Whether others do without it, so that it may fail before it has ever been ready. */
  keepsTrying?: boolean;
  /** How long it rests at most before it is started once more. */
  longestPauseMs?: number;
  /** Why it can't run at all, where that is what its end tells. */
  explain?: (ending: Ending) => Error | undefined;
};

type Ending = { how: string; listenFault?: string };

const shortestPauseMs = 200;
const usualLongestPauseMs = 10_000;
const steadyMs = 60_000;
const replacementTimeoutMs = 60_000;
/** Requests have ten seconds to finish, the drain what is left; the journal keeps the rest. */
const stopTimeoutMs = 30_000;

/**
 * Runs a program and, once it has been ready for the first time, starts it again when it dies; with
 * `keepsTrying` from the beginning. When the data directory is lost to another process, it ends at once.
 */
export function superviseProgram(program: Program, lost: AbortSignal): Supervised {
  lost.throwIfAborted();
  const stopping = new AbortController();
  const stopped = new Promise((resolve) => stopping.signal.addEventListener("abort", resolve));
  const retired = new Set<Run>();
  const alive = new Set<Run>();
  let suspension: { over: Promise<void>; end: () => void } | undefined;
  let isReplacing = false;
  let wasReady = false;
  let notifyFirstReady = () => {};
  const firstReady = new Promise<void>((resolve) => {
    notifyFirstReady = resolve;
  });
  let parameters = program.parameters();
  let current = launch();
  const explain = (ending: Ending) =>
    program.explain?.(ending) ??
    new Error(`The ${program.name} ended before it was ready (${ending.how}).`);
  const ready = program.keepsTrying
    ? Promise.race([firstReady, stopped]).then(() => undefined)
    : Promise.race([current.ready, current.ended]).then((ending) => {
        if (ending && !stopping.signal.aborted) throw explain(ending);
      });
  const ended = program.keepsTrying ? keep() : ready.then(keep);
  ended.catch(() => undefined);
  lost.addEventListener("abort", () => {
    stopping.abort();
    for (const one of alive) one.kill();
  });

  function launch(): Run {
    // Former bundles are forgotten after a while.
    if (!existsSync(parameters.at(-1) ?? "")) parameters = program.parameters();
    const one = run(program, parameters);
    alive.add(one);
    one.ended.then(() => alive.delete(one));
    one.leaving.then(() => succeed(one));
    one.ready.then(() => {
      wasReady = true;
      notifyFirstReady();
    });
    return one;
  }

  async function keep(): Promise<void> {
    let pauseMs = 0;
    for (;;) {
      const watched = current;
      const began = performance.now();
      const ending = await watched.ended;
      if (stopping.signal.aborted) return;
      if (retired.delete(watched)) continue;
      if (suspension) {
        await Promise.race([suspension.over, stopped]);
        if (stopping.signal.aborted) return;
        if (current === watched) current = launch();
        continue;
      }
      const reason = program.explain?.(ending);
      if (reason) throw reason;
      // The first time at once, so that waiting connections wait as briefly as they can.
      if (performance.now() - began > steadyMs) pauseMs = 0;
      say(`The ${program.name} ended unexpectedly (${ending.how}); restarting it`);
      if (!wasReady) show(`The ${program.name} ended before it was ready; restarting it`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      const longestPauseMs = program.longestPauseMs ?? usualLongestPauseMs;
      pauseMs = Math.min(Math.max(pauseMs * 2, shortestPauseMs), longestPauseMs);
      while (isReplacing && !stopping.signal.aborted) await sleep(shortestPauseMs);
      if (stopping.signal.aborted) return;
      // Meanwhile it was replaced, or is to wait.
      if (current === watched && !suspension) current = launch();
    }
  }

  /** Somebody has asked this one alone to end: it stays until another one is ready. */
  async function succeed(leaving: Run): Promise<void> {
    if (leaving !== current || isReplacing || suspension || stopping.signal.aborted) return;
    say(`Replacing the ${program.name}`);
    await replaceBy(parameters);
  }

  async function replaceBy(wanted: string[]): Promise<void> {
    const former = current;
    const before = parameters;
    isReplacing = true;
    try {
      parameters = wanted;
      const next = launch();
      const isReady = await Promise.race([
        next.ready.then(() => true),
        next.ended.then(() => false),
        sleep(replacementTimeoutMs).then(() => false),
        stopped.then(() => false),
      ]);
      if (stopping.signal.aborted || former !== current || !isReady) {
        next.kill();
        parameters = before;
        say(`The ${program.name} was not replaced: the new one didn't respond`);
        return;
      }
      retired.add(former);
      current = next;
      former.retire();
      say(`The ${program.name} was replaced`);
    } finally {
      isReplacing = false;
    }
  }

  async function endAll(running: Run[]): Promise<void> {
    for (const one of running) one.askToStop();
    const timer = setTimeout(() => {
      for (const one of running) one.kill();
    }, stopTimeoutMs);
    await Promise.all(running.map((one) => one.ended));
    clearTimeout(timer);
  }

  return {
    ready,
    ended,
    replace: async () => replaceBy(program.parameters()),
    suspend: async () => {
      if (suspension) return;
      let end = () => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      suspension = { over, end };
      await endAll([current]);
    },
    resume: () => {
      const ended = suspension;
      suspension = undefined;
      ended?.end();
      return ended !== undefined;
    },
    stop: () => {
      stopping.abort();
      return endAll([current, ...retired]);
    },
  };
}

type Run = ReturnType<typeof run>;

function run({ env, files = [], niceness = 0 }: Program, parameters: string[]) {
  const child = spawn(process.execPath, parameters, {
    cwd: inProject(),
    stdio: ["ignore", "inherit", "inherit", "ipc", ...files],
    env: { ...process.env, EARSHOT_SUPERVISED: "1", ...env },
    // In a session of its own, Ctrl-C reaches it through us alone.
    detached: true,
  });
  if (child.pid && niceness !== 0) shareProcessors(child.pid, niceness);
  joinNews(child);
  let listenFault: string | undefined;
  child.on("message", (message: { listenFault?: string }) => {
    listenFault ??= message.listenFault;
  });
  const toldBy = (word: "ready" | "leaving") =>
    new Promise<void>((resolve) => {
      child.on("message", (message: Partial<Record<string, unknown>>) => {
        if (message[word]) resolve();
      });
    });
  const ended = new Promise<Ending>((resolve) => {
    child.once("error", (error) => resolve({ how: error.message }));
    child.once("exit", (code, signal) => resolve({ how: signal ?? `code ${code}`, listenFault }));
  });
  return {
    ready: toldBy("ready"),
    /** It was asked to end, and waits until it may retire. */
    leaving: toldBy("leaving"),
    ended,
    retire: () => child.send("retire", () => undefined),
    askToStop: () => child.send("stop", () => undefined),
    kill: () => child.kill("SIGKILL"),
  };
}

/** Where the system shares the processors by session first, the session's own niceness counts. */
function shareProcessors(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // It is over already, or may not come before others, or this system knows no such thing.
  }
}

/** Tells all of the programs, those that start later too. */
export function sendToPrograms(topic: string, value: unknown): void {
  lastNews.set(topic, value);
  for (const child of joined) child.send({ news: { topic, value } }, () => undefined);
}

const joined = new Set<ChildProcess>();
const lastNews = new Map<string, unknown>();

/** What one of the programs tells, the others hear, those that start later the last of each topic. */
function joinNews(child: ChildProcess): void {
  joined.add(child);
  child.once("exit", () => joined.delete(child));
  for (const [topic, value] of lastNews) child.send({ news: { topic, value } }, () => undefined);
  child.on("message", (message) => {
    const told = newsSchema.safeParse(message).data;
    if (!told) return;
    lastNews.set(told.news.topic, told.news.value);
    for (const other of joined) if (other !== child) other.send(told, () => undefined);
  });
}
