import "server-only";
import { Agent, request } from "undici";
import { z } from "zod";
import { Secret } from "@/lib/platform/settings/secret";
import { type ConnectionFault, type MalformedAnswer, tellNetworkFault } from "./connection-fault";
import { readTokenLife } from "./read-token-life";

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
    return { kind: "unreachable", reason: tellNetworkFault(error) };
  }
}

const agent = new Agent({
  connect: { timeout: 10_000 },
  maxResponseSize: 65_536,
  // The next exchange is minutes away; a connection kept until then would only break.
  pipelining: 0,
});

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
