import "server-only";
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
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
export type Answer = { status: number; headers: Record<string, string>; body: string };

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

/** The same on a bare HTTP server. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    ...headers,
    "X-Content-Type-Options": "nosniff",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}

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
