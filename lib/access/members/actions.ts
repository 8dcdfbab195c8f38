"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { parseLocale } from "@/lib/language/texts";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { requireAdministrator, requireViewer } from "../gate/gate";
import { home, parseReturnTo } from "../gate/strangers";
import { auth, startSession } from "../sessions/auth";
import { sessionWatch } from "../sessions/session-watch";
import { clientAddress, isOnThisMachine } from "../sessions/sign-in";
import type { InviteState, MemberChangeState, SetUpState, SignInState } from "../views";
import { invite, redeemInvitation, revokeInvitation } from "./invitations";
import {
  changeRole,
  endSession,
  inviteeSchema,
  type MemberChange,
  membersTexts,
  newAccountSchema,
  removeMember,
  roleSchema,
} from "./members";

/**
 * Signs in, by a password or by the link that the demo prints, and goes on to `next`; otherwise says why
 * not and gives the typed address back.
 */
export async function signIn(_previous: SignInState, form: FormData): Promise<SignInState> {
  const link = textOf(form, "link");
  if (link) {
    if (await followLink(link)) redirect(home);
    return { email: "", refusal: "link-over" };
  }
  const email = textOf(form, "email").trim();
  const refusal = await startSession(email, textOf(form, "password"));
  if (refusal) return { email, refusal };
  redirect(parseReturnTo(form.get("next")));
}

/** Remembers in which locale this person reads, on every device; null: as their browser says. */
export async function chooseLocale(locale: string | null): Promise<void> {
  const { userId } = await requireViewer();
  const chosen = parseLocale(locale) ?? null;
  await db().user.update({ where: { id: userId }, data: { locale: chosen } });
}

/** Ends the session here and in the database. */
export async function signOut(): Promise<void> {
  await auth().api.signOut({ headers: await headers() });
  sessionWatch().noteChange();
  redirect("/sign-in");
}

/** Ends one of one's own sessions; the present one leads to the sign-in page. */
export async function endOwnSession(form: FormData): Promise<void> {
  const { userId } = await requireViewer({ returnTo: sessionsPage });
  await endSession(userId, textOf(form, "session"));
  log().info({ userId }, "a person ended a session");
  revalidatePath(sessionsPage);
}

const sessionsPage = "/settings/sessions";

/** Joins by an invitation and signs in; otherwise names every fault and gives the values back. */
export async function acceptInvitation(_previous: SetUpState, form: FormData): Promise<SetUpState> {
  const name = textOf(form, "name");
  const email = textOf(form, "email");
  const parsed = newAccountSchema.safeParse({ name, email, password: textOf(form, "password") });
  if (!parsed.success) {
    const faults = z.flattenError(parsed.error).fieldErrors;
    return { name, email, faults, refusal: null };
  }
  const address = clientAddress(await headers());
  const redemption = await redeemInvitation(textOf(form, "token"), parsed.data, address);
  if (redemption.kind === "email-taken") {
    const faults = { email: [membersTexts().emailTaken] };
    return { name, email, faults, refusal: null };
  }
  if (redemption.kind !== "joined") return { name, email, faults: {}, refusal: redemption.kind };
  log().info({ userId: redemption.userId, role: redemption.role }, "a person joined");
  const refusal = await startSession(parsed.data.email, parsed.data.password);
  redirect(refusal ? "/sign-in" : home);
}

/** False where it doesn't work, or is followed from elsewhere. */
async function followLink(token: string): Promise<boolean> {
  const received = await headers();
  if (!isOnThisMachine(clientAddress(received))) return false;
  const { userId } = await auth().api.signInByLink({ body: { token }, headers: received });
  if (userId) log().info({ userId }, "a person signed in by the link of the start");
  return userId !== null;
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Makes a one-time link for the chosen role; it is shown once, in the answer. */
export async function inviteMember(_previous: InviteState, form: FormData): Promise<InviteState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const role = roleSchema.parse(form.get("role"));
  const invitee = inviteeSchema.parse(form.get("invitee"));
  const { url, expiresAt } = await invite(db(), {
    role,
    invitee,
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
