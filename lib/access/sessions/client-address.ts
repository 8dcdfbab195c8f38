import "server-only";
import { getIP } from "better-auth/api";

/**
 * The address that attempts are counted under: the one that the server wrote into `X-Forwarded-For`.
 * Where Next listens alone, the last entry of the header is taken, which Next writes when no proxy
 * does; a client that reaches it directly can invent one, so attempts are counted per account too.
 */
export function clientAddress(headers: Headers): string {
  const nearest = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return getIP(new Headers(nearest ? { "x-forwarded-for": nearest } : {}), {}) ?? "unknown";
}
