import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "@/lib/platform/env";
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

const shortestPauseMs = 500;
const longestPauseMs = 10_000;
const steadyMs = 60_000;
/** Requests have ten seconds to finish, the drain what is left; the journal keeps the rest. */
const stopPatienceMs = 30_000;

/** Runs bin/serve.mjs and, once it has answered for the first time, starts it again when it dies. */
export function superviseServer(settings: Env): Server {
  const stopping = new AbortController();
  let child = startServer();
  const listening = Promise.race([child.listening, child.ended]).then((ending) => {
    if (ending && !stopping.signal.aborted) throw explain(ending, settings);
  });
  const ended = listening.then(keep);
  ended.catch(() => undefined);

  async function keep(): Promise<void> {
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const began = performance.now();
      const ending = await child.ended;
      if (stopping.signal.aborted) return;
      if (ending.listenFault) throw explain(ending, settings);
      if (performance.now() - began > steadyMs) pauseMs = shortestPauseMs;
      say(`The server ended unexpectedly (${ending.how}); starting it again`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      child = startServer();
    }
  }

  return {
    listening,
    ended,
    stop: async () => {
      stopping.abort();
      child.askToStop();
      const patience = setTimeout(child.kill, stopPatienceMs);
      await child.ended;
      clearTimeout(patience);
    },
  };
}

function startServer() {
  const child = spawn(process.execPath, [inProject("bin/serve.mjs")], {
    cwd: inProject(),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
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
  const kill = () => void child.kill("SIGKILL");
  // Without this, being forced to stop would leave it to finish its requests alone.
  process.once("exit", kill);
  ended.then(() => process.off("exit", kill));
  return { listening, ended, kill, askToStop: () => child.kill("SIGTERM") };
}

function explain({ how, listenFault }: Ending, { HOST, PORT }: Env): Error {
  if (listenFault) return cannotListen(PORT, HOST, listenFault);
  return new Error(`The server ended before it could answer (${how}).`);
}
