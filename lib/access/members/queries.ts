import "server-only";
import { db } from "@/lib/platform/database/db";
import { type Role, toRole } from "../gate/viewer";
import { isIdle } from "../sessions/session-watch";
import { hashInvitationToken } from "./invite";
import type { InvitationView, MemberView } from "./views";

/** Everybody who has access, in the order of their names. */
export async function listMembers(now: Date): Promise<MemberView[]> {
  const users = await db().user.findMany({
    orderBy: [{ name: "asc" }, { id: "asc" }],
    include: { sessions: { select: { lastSeenAt: true, expiresAt: true } } },
  });
  return users.map(({ id, name, email, role, createdAt, sessions }) => ({
    userId: id,
    name,
    email,
    role: toRole(role),
    joinedAt: createdAt.toISOString(),
    lastSeenAt: latest(sessions.map((session) => session.lastSeenAt)),
    activeSessions: sessions.filter(
      (session) => session.expiresAt > now && !isIdle(session.lastSeenAt, now),
    ).length,
  }));
}

/** Invitations that still work, the next to expire first. */
export async function listPendingInvitations(now: Date): Promise<InvitationView[]> {
  const pending = await db().invitation.findMany({
    where: { usedAt: null, expiresAt: { gt: now } },
    orderBy: [{ expiresAt: "asc" }, { tokenHash: "asc" }],
  });
  const names = await listNames(pending.flatMap(({ createdBy }) => createdBy ?? []));
  return pending.map(({ tokenHash, role, createdAt, expiresAt, createdBy, invitee }) => ({
    id: Buffer.from(tokenHash).toString("hex"),
    role: toRole(role),
    invitee,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    invitedBy: createdBy && (names.get(createdBy) ?? null),
  }));
}

/** Names by user id; who has no access any more is missing. */
export async function listNames(userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const users = await db().user.findMany({
    where: { id: { in: userIds } },
    select: { id: true, name: true },
  });
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** What a link offers; null when it was used, has expired or was never made. Uses nothing up. */
export async function getInvitation(token: string, now: Date): Promise<{ role: Role } | null> {
  const invitation = await db().invitation.findUnique({
    where: { tokenHash: hashInvitationToken(token), usedAt: null, expiresAt: { gt: now } },
    select: { role: true },
  });
  return invitation && { role: toRole(invitation.role) };
}

function latest(instants: Date[]): string | null {
  if (instants.length === 0) return null;
  return new Date(Math.max(...instants.map((instant) => instant.getTime()))).toISOString();
}
