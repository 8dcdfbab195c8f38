import "server-only";
import { createHmac } from "node:crypto";
import { isatty } from "node:tty";
import { format, isDeepStrictEqual, stripVTControlCharacters } from "node:util";
import pino, { type Logger } from "pino";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { escapeControls } from "./event-line";

/**
 * The process-wide log: one JSON line an event on standard output, or a line for a person where that
 * is a terminal. Never pass a URL of the webhook, what somebody searches for, what a call says, or which
 * call somebody had to do with: that is in the audit log. A person is `by` or `userId`.
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
      serializers: { err: describeError, by: toPersonCode, userId: toPersonCode },
    },
    { write: (line) => target.write(isTerminal ? toTerminalLines(line) : escapeControls(line)) },
  );
}

/** Tells one person's doings from another's, and nobody outside this installation who it was. */
function toPersonCode(userId: unknown): unknown {
  if (typeof userId !== "string") return userId;
  const key = `people in the log ${env().AUTH_SECRET?.reveal() ?? ""}`;
  return createHmac("sha256", key).update(userId).digest("hex").slice(0, 8);
}

/** By which of its parts a filter filters. What it looks for stays out of the log: it names people. */
export function namesOfSet<Filter extends object>(filter: Filter, empty: Filter): string[] {
  const unset = new Map<string, unknown>(Object.entries(empty));
  return Object.entries(filter).flatMap(([name, value]) =>
    isDeepStrictEqual(value, unset.get(name)) ? [] : [name],
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

/**
 * An error as the log may keep it: what and where, and none of what it was about. Databases and
 * parsers quote in their errors what they were given.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return hideQuoted(String(error));
  const plain = new Map<string, unknown>(Object.entries(error));
  const known = keptFields.flatMap((name) => (plain.has(name) ? [[name, plain.get(name)]] : []));
  const message = hideQuoted(error.message);
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name,
    message,
    ...Object.fromEntries(known),
    stack: [`${error.name}: ${message}`, ...frames].join("\n"),
    ...(error.cause === undefined || depth === deepest
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < deepest
      ? { errors: error.errors.slice(0, 5).map((one) => describeError(one, depth + 1)) }
      : {}),
  };
}

const deepest = 4;

/** Not `detail`, `where`, `query`, `meta` and their like. */
const keptFields = [
  "code",
  "errno",
  "syscall",
  "address",
  "port",
  "hostname",
  "digest",
  "severity",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "routine",
];

/** `invalid input syntax for type integer: "…"`, `near "…"`, `"…" is not valid JSON`. */
function hideQuoted(text: string): string {
  return text
    .replace(/(: |near )"[\s\S]*"/g, '$1"[redacted]"')
    .replace(/"[\s\S]*" is not valid JSON/g, '"[redacted]" is not valid JSON');
}
