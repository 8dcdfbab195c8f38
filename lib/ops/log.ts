import "server-only";
import { isatty } from "node:tty";
import { isDeepStrictEqual } from "node:util";
import pino, { type Logger } from "pino";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { describeError } from "./describe-error";

/**
 * The process-wide log: one JSON line an event on standard output, or a line for a person where that
 * is a terminal. Never pass a URL of the webhook, what somebody searches for, or what a call says.
 */
export const log = processWide("earshotLog", () =>
  newLog(pino.destination({ fd: 1, sync: true }), { isTerminal: isatty(1) }),
);

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

/** What a terminal would obey, or show in another order than it stands, as `\u001b`. */
function escapeControls(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is for.
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A JSON line of the log as people read it: the time, what happened, and what is known of it. */
function toTerminalLines(line: string): string {
  const { time, level, msg, err, ...facts } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const known = Object.entries(facts).map(([name, value]) =>
    typeof value === "object" ? `${name}=${JSON.stringify(value)}` : `${name}=${value}`,
  );
  const what = [`${prefixes[level] ?? ""}${msg ?? ""}`, ...known].map(onOneLine).join("  ");
  const fault = err ? String(err.stack || err.message).split("\n") : [];
  const below = fault.map((part) => `${" ".repeat(indent)}${escapeControls(part.trimEnd())}\n`);
  return `${clock}  ${what}\n${below.join("")}`;
}

const indent = 10;

const prefixes: Record<string, string> = {
  warn: "Warning: ",
  error: "Error: ",
  fatal: "Fatal: ",
};

function onOneLine(text: string): string {
  return escapeControls(text.replaceAll("\n", "\\n"));
}
