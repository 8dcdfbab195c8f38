import "server-only";
import { format, stripVTControlCharacters } from "node:util";
import { hideQuoted } from "./describe-error";
import { log } from "./log";

export type ConsoleMethod = "debug" | "log" | "info" | "warn" | "error";

/** Takes into the log what Next and other libraries say on the console. */
export function logConsole(method: ConsoleMethod, words: unknown[]): void {
  const err = words.find((word) => word instanceof Error);
  const text = format(...words.filter((word) => word !== err));
  const message = hideQuoted(stripVTControlCharacters(text)).trim();
  log()[levels[method]]({ from: "console", ...(err ? { err } : {}) }, message);
}

/** What isn't a fault is of interest to developers alone. */
const levels: Record<ConsoleMethod, "debug" | "warn" | "error"> = {
  debug: "debug",
  log: "debug",
  info: "debug",
  warn: "warn",
  error: "error",
};
