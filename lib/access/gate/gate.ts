import "server-only";
import { getSessionCookie } from "better-auth/cookies";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { connection } from "next/server";
import { cache } from "react";
import { cookiePrefix } from "../sessions/auth";
import { readViewer } from "./read-viewer";
import { signInPath } from "./return-to";
import type { Viewer } from "./viewer";

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
