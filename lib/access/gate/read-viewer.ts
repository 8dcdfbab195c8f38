import "server-only";
import { db } from "@/lib/platform/database/db";
import { auth } from "../sessions/auth";
import { touchEveryMs } from "../sessions/session-life";
import { toRole, type Viewer } from "./viewer";

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
  const { id, name, email, role } = found.user;
  const viewer = { userId: id, name, email, role: toRole(role) };
  return { viewer, sessionId: found.session.id, storedRole: role };
}

async function touchSession(id: string, lastSeenAt: Date): Promise<void> {
  const now = new Date();
  if (now.getTime() - lastSeenAt.getTime() < touchEveryMs) return;
  await db().session.updateMany({ where: { id }, data: { lastSeenAt: now } });
}
