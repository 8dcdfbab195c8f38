import "server-only";
import { cookies } from "next/headers";

export const timeZoneCookie = "earshot-time-zone";

/** The zone in which the viewer reads times: what their browser said, or else UTC. */
export async function viewerTimeZone(): Promise<string> {
  return parseTimeZone((await cookies()).get(timeZoneCookie)?.value);
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
