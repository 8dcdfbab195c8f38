import "server-only";
import { isatty } from "node:tty";
import { isDeepStrictEqual } from "node:util";
import pino, { type Logger } from "pino";
import { env } from "@/lib/platform/settings/env";
import { describeError } from "./describe-error";
import { escapeControls, toTerminalLines } from "./terminal-lines";

const held = globalThis as { earshotLog?: Logger };

/**
 * The process-wide log: one JSON line an event on standard output, or a line for a person where that
 * is a terminal. Never pass a URL of the webhook, what somebody searches for, or what a call says.
 */
export function log(): Logger {
  held.earshotLog ??= newLog(pino.destination({ fd: 1, sync: true }), { isTerminal: isatty(1) });
  return held.earshotLog;
}

export function newLog(
  target: { write: (text: string) => unknown },
  { isTerminal }: { isTerminal: boolean },
): Logger {
  return pino(
    {
      level: env().LOG_LEVEL,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: describeError },
    },
    { write: (line) => target.write(isTerminal ? toTerminalLines(line) : escapeControls(line)) },
  );
}

/** By which of its parts a filter filters. What it looks for stays out of the log: it names people. */
export function namesOfSet<Filter extends object>(filter: Filter, empty: Filter): string[] {
  const unset = new Map<string, unknown>(Object.entries(empty));
  return Object.entries(filter).flatMap(([name, value]) =>
    isDeepStrictEqual(value, unset.get(name)) ? [] : [name],
  );
}
