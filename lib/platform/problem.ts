import "server-only";
import { randomUUID } from "node:crypto";

/** An RFC 9457 problem document. `code` is stable; `detail` is for people. */
export type Problem = {
  type: "about:blank";
  title: string;
  status: number;
  code: string;
  detail?: string;
  requestId: string;
};

export type ProblemOptions = {
  detail?: string;
  requestId?: string;
  headers?: Record<string, string>;
};

/**
 * The one way to answer an error over HTTP. Strangers get a code and a request id; causes belong
 * in the log, under the same id.
 */
export function problemResponse(
  status: number,
  code: string,
  { detail, requestId = newRequestId(), headers }: ProblemOptions = {},
): Response {
  const problem: Problem = {
    type: "about:blank",
    title: titles[status] ?? "Error",
    status,
    code,
    ...(detail === undefined ? {} : { detail }),
    requestId,
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
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
  410: "Gone",
  413: "Content Too Large",
  416: "Range Not Satisfiable",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
