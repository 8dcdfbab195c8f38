/** A session ends twelve hours after sign-in, whatever happens. */
export const sessionSeconds = 12 * 60 * 60;

/** A session that nobody used for 30 minutes is over. */
export const idleMs = 30 * 60 * 1000;

/** How stale `lastSeenAt` may get before it is written again. */
export const touchEveryMs = 60 * 1000;

export function isIdle(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= idleMs;
}

/** The last instant at which a session that is idle now was seen. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - idleMs);
}

/** No way of signing in outlives the twelve hours. */
export function capExpiry(expiresAt: Date, now: Date): Date {
  return new Date(Math.min(expiresAt.getTime(), now.getTime() + sessionSeconds * 1000));
}
