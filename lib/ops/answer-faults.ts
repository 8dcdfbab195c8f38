import "server-only";
import { unstable_rethrow } from "next/navigation";
import { newRequestId, problemResponse } from "@/lib/platform/problem";
import { log } from "./log";

/**
 * Runs a route handler; whatever it throws is logged under a request id and answered as a problem:
 * 503 when the database is away, 500 otherwise. The cause stays in the log.
 */
export async function answerFaults(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    unstable_rethrow(error);
    const requestId = newRequestId();
    log().error({ err: error, requestId }, "a request failed");
    return isDatabaseAway(error)
      ? problemResponse(503, "database-unavailable", { requestId, headers: { "Retry-After": "5" } })
      : problemResponse(500, "internal-error", { requestId });
  }
}

const awayPattern =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|timeout|terminated|not reach|P1001|P1002|P1017|57P0[123]|53300/i;

/** Drivers and Prisma say it in different words: refused, reset, timed out, shutting down. */
function isDatabaseAway(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return awayPattern.test(`${code} ${error instanceof Error ? error.message : error}`);
}
