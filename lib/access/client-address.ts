import "server-only";
import { getIP } from "better-auth/api";

/**
 * The address that attempts are counted under. Next fills `X-Forwarded-For` with the peer when no
 * proxy did; of a longer chain only the last entry was written by a machine near us. A client that
 * reaches the server directly can still invent one, so attempts are counted per account too.
 */
export function clientAddress(headers: Headers): string {
  const nearest = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return getIP(new Headers(nearest ? { "x-forwarded-for": nearest } : {}), {}) ?? "unknown";
}
