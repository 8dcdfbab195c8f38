import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "@/lib/platform/env";
import { type HeldSocket, holdSocket } from "./hold-socket";
import { cannotListen } from "./require-free-port";
import { inProject } from "./root-folder";
import { say } from "./say";

export type Server = {
  /** Rejects when the server ends before it has ever answered. */
  listening: Promise<void>;
  /** Rejects when it can't be kept running; resolves after `stop`. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

type Ending = { how: string; listenFault?: string };

const shortestPauseMs = 200;
const longestPauseMs = 10_000;
const steadyMs = 60_000;
const replacementPatienceMs = 60_000;
/** Requests have ten seconds to finish, the drain what is left; the journal keeps the rest. */
const stopPatienceMs = 30_000;
const leastThreads = 8;

/**
 * Runs bin/serve.mjs and, once it has answered for the first time, starts it again when it dies. The
 * socket is held here, so that connections wait meanwhile. SIGUSR2 replaces a running server: the
 * new one answers before the old one leaves. When the data directory is lost to another process,
 * every server ends at once.
 */
export async function superviseServer(settings: Env, lost: AbortSignal): Promise<Server> {
  const socket = await holdSocket(settings.PORT, settings.HOST);
  lost.throwIfAborted();
  const stopping = new AbortController();
  const retired = new Set<ServerProcess>();
  const alive = new Set<ServerProcess>();
  let current = launch();
  const listening = Promise.race([current.listening, current.ended]).then((ending) => {
    if (ending && !stopping.signal.aborted) throw explain(ending, settings);
  });
  const ended = listening.then(keep);
  ended.catch(() => undefined);
  process.on("SIGUSR2", replace);
  lost.addEventListener("abort", () => {
    stopping.abort();
    for (const server of alive) server.kill();
  });

  function launch(): ServerProcess {
    const server = startServer(socket);
    alive.add(server);
    server.ended.then(() => alive.delete(server));
    return server;
  }

  async function keep(): Promise<void> {
    let pauseMs = 0;
    for (;;) {
      const watched = current;
      const began = performance.now();
      const ending = await watched.ended;
      if (stopping.signal.aborted) return;
      if (retired.delete(watched)) continue;
      if (ending.listenFault) throw explain(ending, settings);
      // The first time at once, so that waiting connections wait as briefly as they can.
      if (performance.now() - began > steadyMs) pauseMs = 0;
      say(`The server ended unexpectedly (${ending.how}); starting it again`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(Math.max(pauseMs * 2, shortestPauseMs), longestPauseMs);
      if (stopping.signal.aborted) return;
      current = launch();
    }
  }

  async function replace(): Promise<void> {
    const former = current;
    const next = launch();
    const isListening = await Promise.race([
      next.listening.then(() => true),
      next.ended.then(() => false),
      sleep(replacementPatienceMs).then(() => false),
    ]);
    if (stopping.signal.aborted || former !== current || !isListening) {
      next.kill();
      say("The server was not replaced: the new one did not answer");
      return;
    }
    retired.add(former);
    current = next;
    former.retire();
    say("The server was replaced");
  }

  return {
    listening,
    ended,
    stop: async () => {
      stopping.abort();
      const running = [current, ...retired];
      for (const server of running) server.askToStop();
      const patience = setTimeout(() => {
        for (const server of running) server.kill();
      }, stopPatienceMs);
      await Promise.all(running.map((server) => server.ended));
      clearTimeout(patience);
    },
  };
}

type ServerProcess = ReturnType<typeof startServer>;

function startServer(socket: HeldSocket | null) {
  const held = socket ? { stdio: [socket.fd], env: { EARSHOT_LISTEN_FD: "4" } } : { stdio: [] };
  const child = spawn(process.execPath, [inProject("bin/serve.mjs")], {
    cwd: inProject(),
    stdio: ["ignore", "inherit", "inherit", "ipc", ...held.stdio],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(threadPoolSize()), ...held.env },
    // In a session of its own, Ctrl-C reaches it through us alone.
    detached: true,
  });
  let listenFault: string | undefined;
  const listening = new Promise<void>((resolve) => {
    child.on("message", (message: { ready?: true; listenFault?: string }) => {
      listenFault = message.listenFault;
      if (message.ready) resolve();
    });
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once("error", (error) => resolve({ how: error.message }));
    child.once("exit", (code, signal) => resolve({ how: signal ?? `code ${code}`, listenFault }));
  });
  return {
    listening,
    ended,
    retire: () => child.send("retire", () => undefined),
    askToStop: () => child.send("stop", () => undefined),
    kill: () => child.kill("SIGKILL"),
  };
}

/**
 * The journal writes to the disk in the threads where passwords are hashed, answers compressed and
 * names looked up. Node's four are too few for all of them.
 */
function threadPoolSize(): number {
  return Math.max(leastThreads, Number(process.env.UV_THREADPOOL_SIZE) || 0);
}

function explain({ how, listenFault }: Ending, { HOST, PORT }: Env): Error {
  if (listenFault) return cannotListen(PORT, HOST, listenFault);
  return new Error(`The server ended before it could answer (${how}).`);
}
