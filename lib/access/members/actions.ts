"use server";

import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { parseLocale } from "@/lib/language/locale";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { requireViewer } from "../gate/gate";
import { home, parseReturnTo } from "../gate/return-to";
import { auth, startSession } from "../sessions/auth";
import { clientAddress } from "../sessions/limit-sign-in";
import { sessionWatch } from "../sessions/session-watch";
import { isOnThisMachine } from "../sessions/sign-in-link";
import { redeemInvitation } from "./invite";
import { newAccountSchema } from "./schema";
import { membersTexts } from "./texts.en";
import type { SetUpState, SignInState } from "./views";

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
