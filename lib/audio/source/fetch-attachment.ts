import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import { Agent, type Dispatcher, request } from "undici";
import { getServiceOrigin, withBearer } from "@/lib/calling-service/connection";
import { toNetworkFault } from "@/lib/calling-service/request-token";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import type { AttachmentFailure, AttachmentFault } from "./attachment-fault";
import {
  type FetchPolicy,
  ForbiddenAddressError,
  guardConnection,
  type Resolve,
} from "./guard-connection";
import { type Pace, UpstreamBody } from "./upstream-body";

export type UpstreamAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: UpstreamBody;
  /** Where the answer came from, after redirects. */
  url: URL;
};

export type AttachmentSource = {
  /** Its connector judges every address; see `guardConnection`. */
  dispatcher: Dispatcher;
  withBearer: typeof withBearer;
  /** Whether a calling service is configured; without one a refusal means that there is no token. */
  isConfigured: boolean;
  /** Of one file. */
  maxBytes: number;
  pace?: Pace;
};

/**
 * Fetches a file by GET, with the token for the service's own origin alone, over at most 3
 * redirects, each judged again and none from HTTPS to HTTP. An answer has status 200, 206 or 416; the rest are faults. The
 * caller reads or discards the answer's body.
 */
export async function fetchAttachment(
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  source: AttachmentSource,
): Promise<{ answer: UpstreamAnswer } | AttachmentFailure> {
  let next = address;
  let url: URL | null = null;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const wasSecure = url?.protocol === "https:";
    url = parseUrl(next, url);
    if (!url) return { fault: "unreachable", reason: "not a URL" };
    if (wasSecure && url.protocol !== "https:")
      return { fault: "address-forbidden", host: url.host };
    const result = await fetchOnce(url, headers, signal, source);
    if ("fault" in result) return result;
    const fault = faultOf(result.answer, source);
    if (!fault) return result;
    const { status, headers: answered, body } = result.answer;
    body.discard();
    if (!redirectStatuses.has(status) || !answered.location) {
      return { fault, host: url.host, reason: `HTTP ${status}` };
    }
    next = answered.location;
  }
  return { fault: "unreachable", host: url?.host, reason: "too many redirects" };
}

/** Null: it is none. Node 20's `URL.canParse`, once it is hot, says of some that they are. */
export function parseUrl(text: string, base: URL | null = null): URL | null {
  try {
    return new URL(text, base ?? undefined);
  } catch {
    return null;
  }
}

const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

async function fetchOnce(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  { dispatcher, withBearer, pace }: AttachmentSource,
): Promise<{ answer: UpstreamAnswer } | AttachmentFailure> {
  // An address with a password would send it along; one with another scheme isn't fetched by HTTP.
  if (url.username || url.password || !/^https?:$/.test(url.protocol)) {
    return { fault: "address-forbidden", host: url.host };
  }
  const send = async (authorization: Record<string, string>) => {
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(url, {
      headers: { ...headers, "Accept-Encoding": "identity", ...authorization },
      dispatcher,
      signal,
    });
    const upstream = new UpstreamBody(body, pace);
    return {
      status: statusCode,
      headers: answered,
      body: upstream,
      url,
      discard: () => upstream.discard(),
    };
  };
  try {
    const result = await withBearer(url, send);
    return "fault" in result ? { fault: "not-connected", host: url.host } : result;
  } catch (error) {
    if (error instanceof ForbiddenAddressError)
      return { fault: "address-forbidden", host: url.host };
    const reason = toNetworkFault(error);
    return { fault: reason === "timeout" ? "timeout" : "unreachable", host: url.host, reason };
  }
}

function faultOf(
  { status, headers }: UpstreamAnswer,
  { isConfigured }: AttachmentSource,
): AttachmentFault | undefined {
  if (status === 401 || status === 403) return isConfigured ? "refused" : "not-connected";
  if (status === 404 || status === 410) return "not-found";
  if (status === 416) return undefined;
  if (status !== 200 && status !== 206) return "unreachable";
  // Compressed bytes can't be sliced, and were not asked for.
  return /^(identity)?$/i.test(headers["content-encoding"] ?? "") ? undefined : "wrong-type";
}

const attachmentAgent = processWide("earshotAttachmentAgent", () =>
  newAttachmentAgent({ serviceOrigin: getServiceOrigin(), audioHosts: env().AUDIO_HOSTS }),
);

/** How this process fetches files: by the settings, through the guard, with the one token. */
export function attachmentSource(): AttachmentSource {
  return {
    dispatcher: attachmentAgent(),
    withBearer,
    isConfigured: getServiceOrigin() !== null,
    maxBytes: env().AUDIO_MAX_BYTES,
  };
}

export type AgentOptions = {
  resolve?: Resolve;
  headersTimeoutMs?: number;
  /** How long a body may stand still while it is being read. */
  idleTimeoutMs?: number;
};

/** What files of recordings are fetched with: no way leads around the guard of its connections. */
export function newAttachmentAgent(
  policy: FetchPolicy,
  { resolve, headersTimeoutMs = 10_000, idleTimeoutMs = 30_000 }: AgentOptions = {},
): Agent {
  return new Agent({
    connect: guardConnection(policy, resolve),
    headersTimeout: headersTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
}
