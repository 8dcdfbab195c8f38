import "server-only";
import { getSessionCookie } from "better-auth/cookies";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { connection } from "next/server";
import { cache } from "react";
import { parseLocale } from "@/lib/language/texts";
import { db } from "@/lib/platform/database/db";
import { auth, cookiePrefix } from "../sessions/auth";
import { sessionNow, touchEveryMs } from "../sessions/session-watch";
import { toRole, type Viewer } from "../views";
import { signInPath } from "./strangers";

/**
 * The gate of pages, loaders and actions: the signed-in person, or a redirect to the sign-in page,
 * which leads back to `returnTo`. Throws when the database is away; one reading per request.
 */
export async function requireViewer({ returnTo }: { returnTo?: string } = {}): Promise<Viewer> {
  const viewer = await findViewer();
  if (!viewer) redirect(signInPath(returnTo));
  return viewer;
}

/** The same for what administrators alone may see or do; 403 for anybody else. */
export async function requireAdministrator(options: { returnTo?: string } = {}): Promise<Viewer> {
  const viewer = await requireViewer(options);
  if (viewer.role !== "administrator") forbidden();
  return viewer;
}

/** A reading that is for whoever is signed in, and the same for everybody. */
export function forViewers<Asked extends unknown[], Found>(
  read: (...asked: Asked) => Promise<Found>,
): (...asked: Asked) => Promise<Found> {
  return async (...asked) => {
    await requireViewer();
    return read(...asked);
  };
}

/** The signed-in person, or null; for pages that are open to strangers. */
export const findViewer = cache(async (): Promise<Viewer | null> => {
  await connection();
  const received = await headers();
  // A prefetched page is one that nobody asked for yet.
  return readViewer(received, { touch: !received.has("next-router-prefetch") });
});

/** Whether this browser was signed in a while ago and is no more. */
export async function sessionHasEnded(): Promise<boolean> {
  const hasCookie = getSessionCookie(await headers(), { cookiePrefix }) !== null;
  return hasCookie && (await findViewer()) === null;
}

/**
 * Who sent these headers; null when nobody is signed in, or no more. Reads the database each time,
 * so that a revoked session or a removed account is out at once, and throws when it is away.
 * `touch` counts the request as something the person did.
 */
export async function readViewer(
  headers: Headers,
  options: { touch: boolean },
): Promise<Viewer | null> {
  return (await readSession(headers, options))?.viewer ?? null;
}

export type ReadSession = { viewer: Viewer; sessionId: string; storedRole: string };

/** The same, and which session it is. */
export async function readSession(
  headers: Headers,
  { touch }: { touch: boolean },
): Promise<ReadSession | null> {
  const found = await auth().api.getSession({ headers });
  if (!found) return null;
  if (touch) await touchSession(found.session.id, found.session.lastSeenAt);
  const { id, name, email, role, locale } = found.user;
  const viewer = {
    userId: id,
    name,
    email,
    role: toRole(role),
    locale: parseLocale(locale) ?? null,
  };
  return { viewer, sessionId: found.session.id, storedRole: role };
}

async function touchSession(id: string, lastSeenAt: Date): Promise<void> {
  const now = sessionNow();
  if (now.getTime() - lastSeenAt.getTime() < touchEveryMs) return;
  await db().session.updateMany({ where: { id }, data: { lastSeenAt: now } });
}
