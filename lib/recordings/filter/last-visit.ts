/** Who looks at a list again after so long comes anew. */
const pauseMs = 30 * 60 * 1_000;

export const visitCookie = "earshot-visit";

/**
 * When a viewer's visit before this one ended, in milliseconds since 1970; null for who comes for the
 * first time, and for whatever else anybody may have written into the cookie.
 */
export function readLastVisit(
  text: string | undefined,
  viewerId: string,
  nowMs: number,
): number | null {
  const [, whose, seen, former] = /^(.+)\.(\d{1,15})\.(\d{0,15})$/.exec(text ?? "") ?? [];
  if (whose !== encodeURIComponent(viewerId) || Number(seen) > nowMs + pauseMs) return null;
  if (nowMs - Number(seen) > pauseMs) return Number(seen);
  return former ? Number(former) : null;
}

/** The inverse, for who is looking now. */
export function writeVisit(viewerId: string, nowMs: number, lastVisitMs: number | null): string {
  return `${encodeURIComponent(viewerId)}.${Math.round(nowMs)}.${lastVisitMs ?? ""}`;
}
