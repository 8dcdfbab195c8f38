import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { budgets } from "./settings/budgets";

/** An RFC 9457 problem document. `code` is stable; `detail` is for people. */
export type Problem = {
  type: "about:blank";
  title: string;
  status: number;
  code: string;
  detail?: string;
  requestId: string;
};

type ProblemOptions = {
  detail?: string;
  requestId?: string;
  headers?: Record<string, string>;
};

/** An answer over HTTP, whole and short, before any server's own form of it. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Of a body that is still coming so much is read behind it; otherwise as much as most servers take. */
  mostRestBytes?: number;
};

/**
 * The one way to answer an error over HTTP. Strangers get a code and a request id; causes belong
 * in the log, under the same id.
 */
export function problemAnswer(
  status: number,
  code: string,
  { detail, requestId = newRequestId(), headers }: ProblemOptions = {},
): Answer {
  const problem: Problem = {
    type: "about:blank",
    title: titles[status] ?? "Error",
    status,
    code,
    ...(detail === undefined ? {} : { detail }),
    requestId,
  };
  return {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...headers,
    },
    body: JSON.stringify(problem),
  };
}

/** The same as a route handler gives it. */
export function problemResponse(...problem: Parameters<typeof problemAnswer>): Response {
  return toResponse(problemAnswer(...problem));
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/**
 * The same on a bare HTTP server. Where the request's body is still coming, the answer ends after it, or
 * soon: whoever is sending would find the connection broken, and never read why.
 */
export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const { status, headers, body, mostRestBytes } = answer;
  response.writeHead(status, {
    ...headers,
    "X-Content-Type-Options": "nosniff",
    "Content-Length": Buffer.byteLength(body),
  });
  const { req: request } = response;
  if (request.complete || !hasBody(request.headers)) return void response.end(body);
  response.write(body);
  dropRest(request, mostRestBytes).then(() => response.end());
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads what is left of a body, and keeps none of it. Resolves when it has ended, or has taken enough: at
 * once, where it was waited for before.
 */
export function dropRest(body: Readable, mostBytes = mostRestBytes): Promise<void> {
  if (body.readableEnded || body.destroyed || waitedFor.has(body)) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const settle = () => {
      clearTimeout(timer);
      waitedFor.add(body);
      resolve();
    };
    const timer = setTimeout(settle, longestRestMs);
    body.removeAllListeners("data").on("data", (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > mostBytes) settle();
    });
    for (const over of ["end", "close", "error"]) body.once(over, settle);
    // Whoever read a part of it may have paused it.
    body.resume();
  });
}

const waitedFor = new WeakSet<Readable>();

const longestRestMs = 1_000;
/** As much as most servers take of a body. */
const mostRestBytes = 16 * 1024 * 1024;

/** To who asks for a page while too many are asked for: come again in a moment. */
export function refusePage(response: ServerResponse, also?: Record<string, string>): void {
  const headers = { "Retry-After": String(budgets.pages.retrySeconds), ...also };
  sendAnswer(response, problemAnswer(503, "pages-busy", { headers }));
}

export function newRequestId(): string {
  return randomUUID();
}

const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  416: "Range Not Satisfiable",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/**
 * The body of an answer that is made while it is read, and no faster. What goes wrong before its first piece
 * can still be an answer of its own; later it can only break off. @throws as the first piece does
 */
export async function streamPieces(
  pieces: AsyncGenerator<Uint8Array, unknown>,
): Promise<ReadableStream<Uint8Array>> {
  let next: Promise<IteratorResult<Uint8Array, unknown>> | undefined = Promise.resolve(
    await pieces.next(),
  );
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await (next ?? pieces.next());
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The body of a request; null: it is larger. Some of what is too much is read and dropped: whoever is still
 * sending when the connection ends never reads the answer.
 */
export async function readBody(
  { body }: Request,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes <= mostBytes) chunks.push(chunk);
    else if (bytes > mostBytes + mostDroppedBytes) break;
  }
  return bytes > mostBytes ? null : new Uint8Array(Buffer.concat(chunks));
}

const mostDroppedBytes = 256 * 1_024;
