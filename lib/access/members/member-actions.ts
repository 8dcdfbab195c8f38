"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { requireAdministrator } from "../gate/gate";
import { home } from "../gate/return-to";
import { invite } from "./invite";
import { inviteeSchema, roleSchema } from "./schema";
import { changeRole, type MemberChange, removeMember, revokeInvitation } from "./store";
import { membersTexts } from "./texts.en";
import type { InviteState, MemberChangeState } from "./views";

/** Makes a one-time link for the chosen role; it is shown once, in the answer. */
export async function inviteMember(_previous: InviteState, form: FormData): Promise<InviteState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const role = roleSchema.parse(form.get("role"));
  const invitee = inviteeSchema.parse(form.get("invitee"));
  const { url, expiresAt } = await invite(db(), {
    ...{ role, invitee },
    validMs: invitationValidMs,
    createdBy: viewer.userId,
  });
  log().info({ by: viewer.userId, role }, "an invitation was made");
  revalidatePath(page);
  return { url, invitee, expiresAt: expiresAt.toISOString() };
}

export async function revokeMemberInvitation(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const revoked = await revokeInvitation(String(form.get("invitation")));
  log().info({ by: viewer.userId, revoked }, "an invitation was revoked");
  revalidatePath(page);
}

export async function changeMemberRole(
  _previous: MemberChangeState,
  form: FormData,
): Promise<MemberChangeState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const userId = String(form.get("member"));
  const role = roleSchema.parse(form.get("role"));
  const change = await changeRole(userId, role);
  log().info({ by: viewer.userId, userId, role, change }, "role change requested");
  if (change === "done" && userId === viewer.userId && role !== "administrator") redirect(home);
  revalidatePath(page);
  return { refusal: wordRefusal(change) };
}

export async function removeMemberAccess(
  _previous: MemberChangeState,
  form: FormData,
): Promise<MemberChangeState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const userId = String(form.get("member"));
  const change = await removeMember(userId);
  log().info({ by: viewer.userId, userId, change }, "access removal requested");
  if (change === "done" && userId === viewer.userId) redirect("/sign-in");
  revalidatePath(page);
  return { refusal: wordRefusal(change) };
}

const page = "/settings/members";
const invitationValidMs = 7 * 24 * 60 * 60 * 1000;

function wordRefusal(change: MemberChange): string | null {
  if (change === "done") return null;
  const t = membersTexts();
  return change === "not-found" ? t.notFound : t.lastAdministrator;
}
