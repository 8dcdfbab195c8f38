import "server-only";
import { Temporal } from "temporal-polyfill";
import type { Agent } from "undici";
import { z } from "zod";
import { texts } from "@/lib/language/texts";
import { loadClient } from "@/lib/platform/process/http";
import { Secret } from "@/lib/platform/settings/secret";

export type ServiceSettings = {
  /** `CALLING_SERVICE_URL`, without a slash at its end. */
  baseUrl: string;
  apiKey: Secret;
  /** `CALLING_SERVICE_TIME_ZONE`. */
  timeZone: string | undefined;
};

/** A token and how long it lives, counted from before it was asked for. */
export type IssuedToken = { token: Secret; lifeMs: number };

/**
 * Exchanges the API key for a token, once. Whatever goes wrong is a `ConnectionFault`, within
 * `timeoutMs`; it never throws, and follows no redirect, so that the key goes nowhere else.
 */
export async function requestToken(
  { baseUrl, apiKey, timeZone }: ServiceSettings,
  timeoutMs = 10_000,
): Promise<IssuedToken | ConnectionFault> {
  const { Agent, request } = await loadClient();
  agent ??= new Agent({
    connect: { timeout: 10_000 },
    maxResponseSize: 65_536,
    // The next exchange is minutes away; a connection kept until then would only break.
    pipelining: 0,
  });
  try {
    const { statusCode, headers, body } = await request(`${baseUrl}/api/generate-token`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ apiKey: apiKey.reveal() }),
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher: agent,
    });
    const text = await body.text();
    return readAnswer(statusCode, text, { timeZone, dateHeader: first(headers.date) });
  } catch (error) {
    if (error instanceof Error && error.name === "ResponseExceededMaxSizeError") {
      return { kind: "malformed-answer", reason: "too-large", status: 200 };
    }
    return { kind: "unreachable", reason: toNetworkFault(error) };
  }
}

let agent: Agent | undefined;

function readAnswer(
  status: number,
  text: string,
  clock: { timeZone: string | undefined; dateHeader: string | undefined },
): IssuedToken | ConnectionFault {
  const malformed = (reason: MalformedAnswer): ConnectionFault => ({
    kind: "malformed-answer",
    reason,
    status,
  });
  if (status === 401 || status === 403) return { kind: "key-refused", status };

  const answer = parseJson(text);
  const mayRefuse = status < 500 && status !== 429;
  if (mayRefuse && refusalPayloadSchema.safeParse(answer).success) {
    return { kind: "key-refused", status };
  }
  if (status < 200 || status > 299) return malformed("status");
  if (answer === undefined) return malformed("not-json");

  const payload = tokenPayloadSchema.safeParse(answer);
  if (!payload.success) {
    const isExpiryAlone = payload.error.issues.every(({ path }) => path[0] === "expiresAt");
    return malformed(isExpiryAlone ? "no-expiry" : "no-token");
  }
  const lifeMs = readTokenLife(payload.data.expiresAt, { ...clock, localMs: Date.now() });
  return lifeMs === undefined ? malformed("no-expiry") : { token: payload.data.token, lifeMs };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** The answer of the token endpoint. A token is what can stand in a header; it is sealed at once. */
const tokenPayloadSchema = z.object({
  success: z.boolean().optional(),
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,16384}$/)
    .transform((value) => new Secret(value)),
  expiresAt: z.string().max(100),
});

/** An answer that says no, whatever else it holds. */
const refusalPayloadSchema = z.object({ success: z.literal(false) });

type LifeReading = {
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

/** Why there is no token. It carries neither the key nor any word of the answer. */
export type ConnectionFault =
  | { kind: "not-configured" }
  | { kind: "unreachable"; reason: NetworkFault }
  | { kind: "key-refused"; status: number }
  | { kind: "malformed-answer"; reason: MalformedAnswer; status: number };

type MalformedAnswer = "status" | "too-large" | "not-json" | "no-token" | "no-expiry";

/** What happened and what to do about it, in one or two sentences. */
export function explainConnectionFault(fault: ConnectionFault): string {
  const t = connectionTexts();
  switch (fault.kind) {
    case "not-configured":
      return t.notConfigured;
    case "unreachable":
      return `${t.unreachable[fault.reason]} ${t.checkAddress}`;
    case "key-refused":
      return t.keyRefused(fault.status);
    case "malformed-answer":
      return `${fault.reason === "status" ? t.status(fault.status) : t.malformed[fault.reason]} ${t.checkAddress}`;
  }
}

type NetworkFault = "refused" | "dns" | "tls" | "timeout" | "network";

/** Sorts an error of a request by its code alone; its words are never looked at or kept. */
export function toNetworkFault(error: unknown): NetworkFault {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  const code = readCode(error);
  if (code === "ECONNREFUSED") return "refused";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "dns";
  if (timeouts.has(code)) return "timeout";
  return /^(ERR_TLS|ERR_SSL|EPROTO)|CERT|SIGNATURE|CRL/.test(code) ? "tls" : "network";
}

const timeouts = new Set([
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

function readCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

export const connectionTexts = texts("serviceConnection", {
  newToken: "The calling service issued a new token.",
  notConfigured: "Set CALLING_SERVICE_URL and CALLING_SERVICE_API_KEY, then restart Earshot.",
  keyRefused: (status: number) =>
    `The calling service refused the API key (HTTP ${status}). Check CALLING_SERVICE_API_KEY.`,
  unreachable: {
    refused: "The calling service refused the connection.",
    dns: "The calling service’s host name couldn’t be resolved.",
    tls: "Couldn’t connect to the calling service securely: its certificate wasn’t accepted.",
    timeout: "The calling service didn’t respond within 10 seconds.",
    network: "The connection to the calling service was lost.",
  },
  status: (status: number) => `The calling service answered the token request with HTTP ${status}.`,
  malformed: {
    "too-large": "The token response was far too large.",
    "not-json": "The token response wasn’t JSON.",
    "no-token": "The token response had no usable token.",
    "no-expiry": "The token response had no readable expiresAt.",
  },
  checkAddress: "Check CALLING_SERVICE_URL, and that the calling service is running.",
});
