import type { SignInRefusal } from "../sessions/start-session";
import type { NewAccount } from "./schema";

/** What the sign-in form knows after it was sent; `refusal` is null before. */
export type SignInState = { email: string; refusal: SignInRefusal | null };

/** What the set-up form knows after it was sent. Passwords never come back. */
export type SetUpState = {
  name: string;
  email: string;
  faults: { [Field in keyof NewAccount]?: string[] };
  refusal: "link-over" | "too-many-attempts" | "busy" | null;
};

/** The one moment at which the link of an invitation can be seen. */
export type InviteState = { url: string; expiresAt: string } | null;

/** Why a change of a member was refused; null when it wasn't. */
export type MemberChangeState = { refusal: string | null };
