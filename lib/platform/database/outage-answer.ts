import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { isAway } from "../faults";
import { processWide } from "../process/process-wide";

const requests = processWide(
  "earshotOutageAnswers",
  () => new AsyncLocalStorage<{ metOutage: boolean }>(),
);

/**
 * Works on a request. Whoever writes its answer often knows only that something failed: Next and the sign-in
 * library throw errors of their own. If one of its statements found the database away, 500 becomes 503, so
 * that monitors, proxies and browsers come again. A problem document says its status by itself.
 */
export function answerOutage(response: ServerResponse, work: () => void): void {
  requests().run(watch(response), work);
}

/** The same of every request to a server of this process that others have opened, as `next start` does. */
export function answerOutages(): void {
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    // Told right before the server hands it on, in the same breath.
    requests().enterWith(watch(response));
  });
}

function watch(response: ServerResponse): { metOutage: boolean } {
  const met = { metOutage: false };
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]): ServerResponse => {
    const isProblem = /problem\+json/.test(String(response.getHeader("content-type")));
    const isOutage = status === 500 && met.metOutage && !isProblem;
    if (isOutage) response.setHeader("Retry-After", "5");
    return Reflect.apply(writeHead, response, [isOutage ? 503 : status, ...rest]);
  };
  return met;
}

/** To be called with whatever the database or its driver throws. */
export function noteOutage(error: unknown): void {
  const request = requests().getStore();
  if (request && isAway(error)) request.metOutage = true;
}
