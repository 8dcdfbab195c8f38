import { randomBytes } from "node:crypto";
import { type Age, joinCookie, rememberSession, signToken, splitCookie } from "../page/sessions";
import type { SeededServer } from "../server/seeded-server";
import { type ActionUse, callAction } from "./server-actions";

/** Somebody who sends requests. */
export type Visitor = {
  cookie: string;
  /** Makes the session what it is again, before each request: some of them end it. */
  prepare?: () => Promise<void>;
};

/** A server whose sessions one could sign oneself. */
export type Issuer = SeededServer & { authSecret: string };

const twelveHours = 12 * 60;

/** Everybody who isn't signed in, though some of them were, or say so. */
export const strangers: Record<string, (server: Issuer) => Promise<Visitor>> = {
  "nobody in particular": async () => ({ cookie: "" }),
  "a session of twelve hours ago": (server) =>
    anAgedMember(server, { minutesOld: twelveHours + 1, minutesIdle: 0 }),
  "a session idle for half an hour": (server) =>
    anAgedMember(server, { minutesOld: 60, minutesIdle: 31 }),
  "a session that was signed out": async (server) => {
    const { cookie } = await aMember(server);
    const signOut = {
      name: "lib/access/members/actions.ts signOut",
      page: "/recordings",
      given: [],
    };
    await callAction(server.earshot.url, cookie, signOut);
    return { cookie };
  },
  "a member who was removed": async (server) => {
    const { cookie, userId } = await aMember(server);
    await callAction(server.earshot.url, server.cookie, {
      name: "lib/access/members/actions.ts removeMemberAccess",
      page: "/settings/members",
      given: [null, { member: userId }],
    });
    return { cookie };
  },
  "an invented token": async ({ cookie }) =>
    forge(cookie, () => ({ token: invented(), signature: invented() })),
  "an invented token under a right signature": async ({ cookie, authSecret }) => ({
    cookie: signedCookie(cookie, authSecret),
  }),
  "a real token without its signature": async ({ cookie }) =>
    forge(cookie, () => ({ signature: "" })),
  "a real token under another secret's signature": async ({ cookie }) =>
    forge(cookie, ({ token }) => ({ signature: signToken(token, "x".repeat(32)) })),
  "a real token under an altered signature": async ({ cookie }) =>
    forge(cookie, ({ signature }) => ({ signature: swapCase(signature) })),
};

/** Whether the server has signed what this visitor shows, or seems to have. */
export function isSigned({ authSecret }: Issuer, { cookie }: Visitor): boolean {
  const { token, signature } = splitCookie(cookie);
  return token !== "" && signature === signToken(token, authSecret);
}

export const inviteMember: ActionUse = {
  name: "lib/access/members/actions.ts inviteMember",
  page: "/settings/members",
  given: [null, { role: "member" }],
};

/** A new member of their own, signed in. */
export async function aMember({ earshot, cookie, authSecret, database }: Issuer) {
  const invited = await callAction(earshot.url, cookie, inviteMember);
  const token = /\/set-up\/([\w-]+)/.exec(invited.text)?.[1] ?? "";
  const email = `${invented()}@member.example`;
  // Others have guessed at invitations from the same address.
  await database.query("DELETE FROM rate_limit WHERE key LIKE 'address %'");
  // So have they looked at its pages; whoever shows a signature isn't counted among them.
  const joined = await callAction(earshot.url, signedCookie(cookie, authSecret), {
    name: "lib/access/members/actions.ts acceptInvitation",
    page: "/sign-in",
    given: [null, { token, name: "Ada Member", email, password: invented() }],
  });
  if (!joined.cookie) throw new Error(`Nobody joined: ${joined.status} ${joined.text}`);
  const { rows } = await database.query('SELECT id FROM "user" WHERE email = $1', [email]);
  return { cookie: joined.cookie, userId: String(rows[0]?.id) };
}

/** A member whose session is always of this age. */
export async function anAgedMember(server: Issuer, age: Age): Promise<Visitor> {
  const { cookie } = await aMember(server);
  const beAged = await rememberSession(server.database, cookie);
  return { cookie, prepare: () => beAged(age) };
}

type Forged = { token?: string; signature?: string };

function forge(
  real: string,
  change: (real: { token: string; signature: string }) => Forged,
): Visitor {
  const parts = splitCookie(real);
  return { cookie: joinCookie({ ...parts, ...change(parts) }) };
}

/** Of a session that there never was. */
function signedCookie(real: string, authSecret: string): string {
  const token = invented();
  return joinCookie({ ...splitCookie(real), token, signature: signToken(token, authSecret) });
}

function invented(): string {
  return randomBytes(16).toString("hex");
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
