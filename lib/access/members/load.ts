import "server-only";
import { headers } from "next/headers";
import { readSession, requireAdministrator, requireViewer } from "../gate/gate";
import { sessionNow } from "../sessions/session-watch";
import type { InvitationView, MemberView, SessionView, Viewer } from "../views";
import { listPendingInvitations } from "./invitations";
import { listMembers, listSessions } from "./members";

/** Who has access and who may still join; for administrators. */
export async function loadMembers(): Promise<{
  viewer: Viewer;
  members: MemberView[];
  invitations: InvitationView[];
}> {
  const viewer = await requireAdministrator({ returnTo: "/settings/members" });
  const now = sessionNow();
  const [members, invitations] = await Promise.all([listMembers(now), listPendingInvitations(now)]);
  return { viewer, members, invitations };
}

/** Where the person who asks is signed in. */
export async function loadSessions(): Promise<SessionView[]> {
  const { userId } = await requireViewer({ returnTo: "/settings/sessions" });
  const [present, sessions] = await Promise.all([
    readSession(await headers(), { touch: false }),
    listSessions(userId, sessionNow()),
  ]);
  return sessions.map((session) => ({ ...session, isPresent: session.id === present?.sessionId }));
}
