import "server-only";
import { log } from "@/lib/ops/log";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import {
  connectionTexts,
  explainConnectionFault,
  requestToken,
  type ServiceSettings,
} from "./request-token";
import {
  type BearerAnswer,
  type BearerResult,
  sendWithBearer,
  type TokenFailure,
  TokenKeeper,
} from "./token-keeper";

/** How the connection to the calling service stands. Instants are ISO 8601 in UTC. */
export type ConnectionView = {
  configured: boolean;
  serviceOrigin: string | null;
  /** `failing`: the last attempt to get a token failed, even if an older token still works. */
  state: "never-tried" | "working" | "failing";
  /** Null when no valid token is held. */
  tokenExpiresAt: string | null;
  /** When the last token was obtained. */
  obtainedAt: string | null;
  lastFailure: ConnectionFailureView | null;
};

type ConnectionFailureView = {
  at: string;
  kind: "unreachable" | "key-refused" | "malformed-answer";
  /** What happened and what to do, for people. */
  message: string;
  /** Before this instant no further attempt is made on its own; null once a token was obtained. */
  retryAt: string | null;
};

/** What a test of the connection found. */
export type ConnectionTestView = { succeeded: boolean; message: string; testedAt: string };

/**
 * Sends a request, with the token if `url` is of the service's own origin and of no other. On a 401
 * the token is replaced once and the request sent once more; `send` may so be called twice, and the
 * first answer is discarded. Errors of `send` pass through.
 */
export async function withBearer<T extends BearerAnswer>(
  url: URL,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<BearerResult<T>> {
  return sendWithBearer(connection(), url, send);
}

/** The origin that the token goes to; null when no calling service is configured. */
export function getServiceOrigin(): string | null {
  return connection()?.origin ?? null;
}

/** How the connection stands; nothing is sent. */
export function getConnectionView(): ConnectionView {
  const current = connection();
  const report = current?.keeper.report();
  return {
    configured: current !== undefined,
    serviceOrigin: current?.origin ?? null,
    state: report?.isFailing ? "failing" : report?.obtainedAt ? "working" : "never-tried",
    tokenExpiresAt: report?.expiresAt?.toISOString() ?? null,
    obtainedAt: report?.obtainedAt?.toISOString() ?? null,
    lastFailure: report?.lastFailure ? toFailureView(report.lastFailure) : null,
  };
}

/** Exchanges the key for a token now, whatever is held and even during a back-off. */
export async function testConnection(): Promise<ConnectionTestView> {
  const result = (await connection()?.keeper.renew()) ?? { kind: "not-configured" };
  const testedAt = new Date().toISOString();
  return "token" in result
    ? { succeeded: true, testedAt, message: connectionTexts().newToken }
    : { succeeded: false, testedAt, message: explainConnectionFault(result) };
}

type Connection = { origin: string; keeper: TokenKeeper };

function connection(): Connection | undefined {
  const { CALLING_SERVICE_URL: baseUrl, CALLING_SERVICE_API_KEY: apiKey } = env();
  if (!baseUrl || !apiKey) return undefined;
  const timeZone = env().CALLING_SERVICE_TIME_ZONE;
  return processWide("earshotCallingService", () => connect({ baseUrl, apiKey, timeZone }))();
}

function connect(settings: ServiceSettings): Connection {
  const exchange = async () => {
    const result = await requestToken(settings);
    if ("token" in result) log().info("obtained a token from the calling service");
    else log().warn({ fault: result }, "the calling service issued no token");
    return result;
  };
  return { origin: new URL(settings.baseUrl).origin, keeper: new TokenKeeper(exchange) };
}

function toFailureView({ fault, at, retryAt }: TokenFailure): ConnectionFailureView | null {
  if (fault.kind === "not-configured") return null;
  return {
    at: at.toISOString(),
    kind: fault.kind,
    message: explainConnectionFault(fault),
    retryAt: retryAt?.toISOString() ?? null,
  };
}
