import "server-only";
import { requireAdministrator } from "../gate/gate";
import type { InvitationView, MemberView, Viewer } from "../views";
import { listPendingInvitations } from "./invitations";
import { listMembers } from "./members";

/** Who has access and who may still join; for administrators. */
export async function loadMembers(): Promise<{
  viewer: Viewer;
  members: MemberView[];
  invitations: InvitationView[];
}> {
  const viewer = await requireAdministrator({ returnTo: "/settings/members" });
  const now = new Date();
  const [members, invitations] = await Promise.all([listMembers(now), listPendingInvitations(now)]);
  return { viewer, members, invitations };
}
