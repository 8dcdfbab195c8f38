import "server-only";
import { Temporal } from "temporal-polyfill";

export type LifeReading = {
  /** The zone of times that carry none; undefined when it isn't known. */
  timeZone: string | undefined;
  /** The `Date` header of the answer. */
  dateHeader: string | undefined;
  /** The local clock at the answer, in milliseconds since 1970; it stands in for a missing header. */
  localMs: number;
};

/**
 * How many milliseconds a token lives from its answer on. It is a difference on the service's own
 * clock, so neither the local clock nor the local zone matters. Undefined: `expiresAt` can't be read.
 */
export function readTokenLife(
  expiresAt: string,
  { timeZone, dateHeader, localMs }: LifeReading,
): number | undefined {
  const text = expiresAt.trim();
  const answeredAtMs = parseDateHeader(dateHeader);

  const instant = attempt(() => Temporal.Instant.from(text));
  if (instant) return orAssumed(instant.epochMilliseconds - (answeredAtMs ?? localMs));

  const local = attempt(() => Temporal.PlainDateTime.from(text, { overflow: "reject" }));
  if (!local) return undefined;
  if (timeZone) return orAssumed(lifeInZone(local, timeZone, answeredAtMs ?? localMs));
  if (answeredAtMs === undefined) return assumedLifeMs;
  const lifeMs = toEpochMs(local, "UTC", "earlier") - answeredAtMs;
  return lifeMs >= 60_000 && lifeMs <= 86_400_000 ? lifeMs : assumedLifeMs;
}

const assumedLifeMs = 300_000;

function orAssumed(lifeMs: number): number {
  return lifeMs > 0 ? lifeMs : assumedLifeMs;
}

/** When clocks go back, an hour happens twice: the first that isn't over yet is meant. */
function lifeInZone(local: Temporal.PlainDateTime, timeZone: string, fromMs: number): number {
  const lifeMs = toEpochMs(local, timeZone, "earlier") - fromMs;
  return lifeMs > 0 ? lifeMs : toEpochMs(local, timeZone, "later") - fromMs;
}

function toEpochMs(
  local: Temporal.PlainDateTime,
  timeZone: string,
  disambiguation: "earlier" | "later",
): number {
  return local.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds;
}

/** Only the form with GMT is read, so that the process's zone can't come in. */
function parseDateHeader(value: string | undefined): number | undefined {
  if (!value || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) {
    return undefined;
  }
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
