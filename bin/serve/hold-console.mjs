import { format } from "node:util";

/** @typedef {import("../../lib/ops/log").ConsoleMethod} ConsoleMethod */
/** @typedef {(method: ConsoleMethod, words: unknown[]) => void} LogConsole */

/** @type {ConsoleMethod[]} */
const methods = ["debug", "log", "info", "warn", "error"];

/**
 * Keeps what Next says on the console until there is a log that takes it; what came to no log is told
 * when the process ends.
 * @returns {(log: LogConsole) => void} to be given the log
 */
export function holdConsole() {
  /** @type {[ConsoleMethod, unknown[]][]} */
  const held = [];
  /** @type {LogConsole} */
  let tell = (method, words) => held.push([method, words]);
  for (const method of methods) console[method] = (...words) => tell(method, words);
  process.once("exit", () => {
    for (const [, words] of held) process.stderr.write(`${format(...words)}\n`);
  });
  return (log) => {
    tell = log;
    for (const [method, words] of held.splice(0)) log(method, words);
  };
}
