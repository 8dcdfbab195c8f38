import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Agent, Dispatcher } from "undici";
import { getServiceOrigin, withBearer } from "@/lib/calling-service/connection";
import { toNetworkFault } from "@/lib/calling-service/request-token";
import { loadClient } from "@/lib/platform/process/http";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import {
  type FetchPolicy,
  ForbiddenAddressError,
  guardConnection,
  type Resolve,
} from "./guard-connection";

/** Why a file of a recording can't be had. */
export type AttachmentFault =
  | "not-found"
  | "unreachable"
  | "timeout"
  | "refused"
  | "address-forbidden"
  | "wrong-type"
  | "too-large"
  | "not-connected";

/** A fault, and what the log should know of it: never the address, which may hold a key. */
export type AttachmentFailure = { fault: AttachmentFault; host?: string; reason?: string };

export type UpstreamAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: UpstreamBody;
  /** Where the answer came from, after redirects. */
  url: URL;
};

export type AttachmentSource = {
  /** Its connector judges every address; see `guardConnection`. */
  openAgent: () => Promise<Dispatcher>;
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
  { openAgent, withBearer, pace }: AttachmentSource,
): Promise<{ answer: UpstreamAnswer } | AttachmentFailure> {
  // An address with a password would send it along; one with another scheme isn't fetched by HTTP.
  if (url.username || url.password || !/^https?:$/.test(url.protocol)) {
    return { fault: "address-forbidden", host: url.host };
  }
  const { request } = await loadClient();
  const dispatcher = await openAgent();
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
    openAgent: attachmentAgent,
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
export async function newAttachmentAgent(
  policy: FetchPolicy,
  { resolve, headersTimeoutMs = 10_000, idleTimeoutMs = 30_000 }: AgentOptions = {},
): Promise<Agent> {
  const { Agent } = await loadClient();
  return new Agent({
    connect: await guardConnection(policy, resolve),
    headersTimeout: headersTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
}

/** How slowly an upstream may send, by the time that one waits for it. */
export type Pace = {
  totalMs: number;
  /** Beyond the grace. */
  leastBytesPerSecond: number;
  graceMs: number;
};

export const usualPace: Pace = {
  totalMs: 30 * 60_000,
  leastBytesPerSecond: 8 * 1024,
  graceMs: 60_000,
};

/**
 * The body of an upstream answer. Nothing is read before it is asked for, so that memory stays flat
 * however large the file and however slow the reader is. One that comes too slowly breaks off; the time
 * that its reader takes is not counted.
 */
export class UpstreamBody {
  readonly #source: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #pace: Pace;
  #peeked: Uint8Array = new Uint8Array();
  #waitedMs = 0;
  #received = 0;

  constructor(source: Readable, pace = usualPace) {
    this.#pace = pace;
    // A body that is given up reports that as an error, to whoever listens.
    this.#source = source.on("error", () => undefined);
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The first bytes, fewer only if there are no more; they are streamed all the same. */
  async peek(bytes: number): Promise<Uint8Array> {
    while (this.#peeked.length < bytes) {
      const value = await this.#take();
      if (!value) break;
      this.#peeked = Buffer.concat([this.#peeked, value]);
    }
    return this.#peeked.subarray(0, bytes);
  }

  /**
   * The bytes after the first `skip`, `length` of them, or all for null. The stream errs when they
   * are fewer, or more than `maxBytes`. When it is cancelled, the upstream connection ends.
   */
  stream({ skip = 0, length, maxBytes }: StreamOptions): ReadableStream<Uint8Array> {
    let toSkip = skip;
    let handedOn = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      while (length === null || handedOn < length) {
        const chunk = await this.#next();
        if (!chunk) break;
        const skipped = Math.min(toSkip, chunk.length);
        toSkip -= skipped;
        const rest = chunk.subarray(
          skipped,
          length === null ? undefined : skipped + length - handedOn,
        );
        handedOn += rest.length;
        if (handedOn > maxBytes) throw new Error("the file is larger than allowed");
        if (rest.length > 0) return controller.enqueue(rest);
      }
      if (length !== null && handedOn < length) throw new Error("the file ended too early");
      controller.close();
      await this.#finish();
    };
    return new ReadableStream(
      {
        pull: (controller) => pull(controller).catch((error: unknown) => this.#fail(error)),
        cancel: () => this.discard(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Gives the rest up and ends the upstream connection. */
  discard(): void {
    this.#source.destroy();
  }

  async #next(): Promise<Uint8Array | undefined> {
    if (this.#peeked.length > 0) {
      const peeked = this.#peeked;
      this.#peeked = new Uint8Array();
      return peeked;
    }
    return this.#take();
  }

  async #take(): Promise<Uint8Array | undefined> {
    const { totalMs, leastBytesPerSecond, graceMs } = this.#pace;
    const beganMs = performance.now();
    const { done, value } = await this.#chunks.next();
    if (done) return undefined;
    this.#waitedMs += performance.now() - beganMs;
    this.#received += value.length;
    const least = (Math.max(0, this.#waitedMs - graceMs) / 1_000) * leastBytesPerSecond;
    if (this.#waitedMs <= totalMs && this.#received >= least) return value;
    this.discard();
    throw new DOMException("the file comes too slowly", "TimeoutError");
  }

  /** A body that is over leaves its connection for the next request; of any other the rest is given up. */
  async #finish(): Promise<void> {
    const next = await this.#chunks.next().catch(() => undefined);
    if (!next?.done) this.discard();
  }

  #fail(error: unknown): never {
    this.discard();
    throw error;
  }
}

type StreamOptions = { skip?: number; length: number | null; maxBytes: number };
