import "server-only";
import { cookies } from "next/headers";

export const timeZoneCookie = "earshot-time-zone";

/** The zone in which the viewer reads times: what their browser said, or else UTC. */
export async function viewerTimeZone(): Promise<string> {
  return parseTimeZone((await cookies()).get(timeZoneCookie)?.value);
}

/** The same, of a `Cookie` header as it came. */
export function readTimeZone(cookieHeader = ""): string {
  const [, value] = /(?:^|;\s*)earshot-time-zone=([^;]*)/.exec(cookieHeader) ?? [];
  try {
    return parseTimeZone(value && decodeURIComponent(value));
  } catch {
    return parseTimeZone(value);
  }
}

/** Who looks: the instant, and the zone in which their days begin. */
export async function viewerClock(): Promise<{ now: Date; timeZone: string }> {
  return { now: new Date(), timeZone: await viewerTimeZone() };
}

/** The value itself when it names an IANA time zone; UTC for anything else. */
export function parseTimeZone(value: string | undefined): string {
  // Intl knows offsets such as +05:45 too, which are no zones: they know no summer time.
  if (!value || !/^[A-Za-z]/.test(value)) return "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return value;
  } catch {
    return "UTC";
  }
}
