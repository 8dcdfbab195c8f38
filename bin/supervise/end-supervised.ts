import { Worker } from "node:worker_threads";

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
