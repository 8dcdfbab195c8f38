import type { Locale } from "@/lib/language/texts";
import * as v from "@/lib/platform/shape";

/** Who did something and when; a name of null: somebody who has no access any more, or Earshot itself. */
export const traceSchema = v.object({ by: v.nullable(v.string), at: v.string });

export type Trace = v.Shaped<typeof traceSchema>;

/** A person who has access. Instants are ISO 8601 in UTC. */
export type MemberView = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: string;
  /** When they last did something; null when no session of theirs is on record. */
  lastSeenAt: string | null;
  /** Sessions that could go on now. */
  activeSessions: number;
};

/** A link that was handed out and not used yet. `id` is of no use for joining. */
export type InvitationView = {
  id: string;
  role: Role;
  createdAt: string;
  expiresAt: string;
  /** Whom it is for; null where nobody said so. */
  invitee: string | null;
  /** Null for the link that the start of the server printed. */
  invitedBy: string | null;
};

/** One sign-in of a person that could go on now. `id` is of no use for going on. */
export type SessionView = {
  id: string;
  /** The one that asks. */
  isPresent: boolean;
  signedInAt: string;
  lastSeenAt: string;
  address: string | null;
  /** Browser and system; null: it said neither. */
  device: string | null;
};

export type SignInRefusal = "wrong-credentials" | "too-many-attempts" | "busy";

/** What the sign-in form knows after it was sent; `refusal` is null before. */
export type SignInState = { email: string; refusal: SignInRefusal | "link-over" | null };

/** What the set-up form knows after it was sent. Passwords never come back. */
export type SetUpState = {
  name: string;
  email: string;
  faults: { [Field in "name" | "email" | "password"]?: string[] };
  refusal: "link-over" | "too-many-attempts" | "busy" | null;
};

/** The one moment at which the link of an invitation can be seen. */
export type InviteState = { url: string; invitee: string | null; expiresAt: string } | null;

/** Why a change of a member was refused; null when it wasn't. */
export type MemberChangeState = { refusal: string | null };

/** The person behind a request, as pages and rooms may know them. */
export type Viewer = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  /** In which they chose to read; null: as their browser says. */
  locale: Locale | null;
};

export type Role = "administrator" | "member";

/** Anything but the one privileged word is an ordinary member. */
export function toRole(stored: string): Role {
  return stored === "administrator" ? "administrator" : "member";
}

export const minPasswordLength = 8;

/** What people are advised to use. */
export const advisedPasswordLength = 12;

/** Far beyond any password; longer ones would be work for an attacker to give. */
export const maxPasswordLength = 1024;
