import "server-only";
import pino, { type Logger } from "pino";
import { env } from "@/lib/platform/env";

const held = globalThis as { earshotLog?: Logger };

/** The process-wide log: one JSON line an event on standard output. Never pass a URL of the webhook. */
export function log(): Logger {
  held.earshotLog ??= pino({
    level: env().LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  });
  return held.earshotLog;
}
