import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { gateRoute } from "./gate-route";
import { handleAuthRequest } from "./handle-auth-request";
import { readViewer } from "./read-viewer";
import { changeRole, removeMember } from "./store";
import {
  addAccount,
  emptyAccess,
  openTestAccess,
  origin,
  post,
  signedInHeaders,
} from "./test-access";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess());
});
beforeEach(emptyAccess);
afterAll(() => close());

const minute = 60_000;
const hour = 60 * minute;
const read = (headers: Headers, touch = true) => readViewer(headers, { touch });
const ago = (ms: number) => new Date(Date.now() - ms);

describe("a session", () => {
  it("tells who is there", async () => {
    const { userId, email } = await addAccount("administrator");
    const viewer = await read(await signedInHeaders(email));
    expect(viewer).toEqual({ userId, email, name: "Ada Example", role: "administrator" });
  });

  it.each([{}, { rememberMe: false }, { rememberMe: true }])(
    "lasts twelve hours at most, also when it is asked for with %j",
    async (extra) => {
      const { email } = await addAccount();
      await signedInHeaders(email, extra);
      const { createdAt, expiresAt } = await db().session.findFirstOrThrow();
      const lifeHours = (expiresAt.getTime() - createdAt.getTime()) / hour;
      expect(lifeHours).toBeGreaterThan(11.9);
      expect(lifeHours).toBeLessThan(12.01);
    },
  );

  it("is not prolonged by use", async () => {
    const { email } = await addAccount();
    const headers = await signedInHeaders(email);
    const before = await db().session.findFirstOrThrow();
    await db().session.updateMany({ data: { updatedAt: ago(11 * hour), lastSeenAt: ago(minute) } });
    expect(await read(headers)).not.toBeNull();
    expect((await db().session.findFirstOrThrow()).expiresAt).toEqual(before.expiresAt);
  });

  it("is refused and deleted when its twelve hours are over", async () => {
    const { email } = await addAccount();
    const headers = await signedInHeaders(email);
    await db().session.updateMany({ data: { expiresAt: ago(1) } });
    expect(await read(headers)).toBeNull();
    expect(await db().session.count()).toBe(0);
  });

  it("is refused and deleted when it was idle for 30 minutes, whoever asks first", async () => {
    const { email } = await addAccount();
    for (const ask of [
      (headers: Headers) => read(headers),
      (headers: Headers) => read(headers, false),
      async (headers: Headers) =>
        (
          await handleAuthRequest(new Request(`${origin}/api/auth/get-session`, { headers }))
        ).json(),
    ]) {
      const headers = await signedInHeaders(email);
      await db().session.updateMany({ data: { lastSeenAt: ago(30 * minute - 2_000) } });
      expect(await read(headers, false)).not.toBeNull();
      await db().session.updateMany({ data: { lastSeenAt: ago(30 * minute) } });
      expect(await ask(headers)).toBeNull();
      expect(await db().session.count()).toBe(0);
    }
  });

  it("is kept alive by what a person does, at most once a minute, and not by polling", async () => {
    const { email } = await addAccount();
    const headers = await signedInHeaders(email);
    const seen = async () => (await db().session.findFirstOrThrow()).lastSeenAt.getTime();

    const start = ago(minute - 5_000);
    await db().session.updateMany({ data: { lastSeenAt: start } });
    await read(headers);
    expect(await seen()).toBe(start.getTime());

    const earlier = ago(20 * minute);
    await db().session.updateMany({ data: { lastSeenAt: earlier } });
    await read(headers, false);
    expect(await seen()).toBe(earlier.getTime());

    await read(headers);
    expect(await seen()).toBeGreaterThan(Date.now() - minute);
  });

  it("leaves no rows behind when its person never came back to it", async () => {
    const { email } = await addAccount();
    await signedInHeaders(email);
    await db().session.updateMany({ data: { lastSeenAt: ago(31 * minute) } });
    await signedInHeaders(email);
    await db().session.updateMany({ data: { expiresAt: ago(1) } });
    await signedInHeaders(email);
    expect(await db().session.count()).toBe(1);
  });

  it("is over for good after signing out, also for whoever kept the cookie", async () => {
    const { email } = await addAccount();
    const headers = await signedInHeaders(email);
    await post("/sign-out", {}, { cookie: headers.get("cookie") ?? "" });
    expect(await read(headers)).toBeNull();
  });

  it("is over at once when it is revoked", async () => {
    const { email } = await addAccount();
    const headers = await signedInHeaders(email);
    expect(await read(headers)).not.toBeNull();
    await db().session.deleteMany();
    expect(await read(headers)).toBeNull();
  });

  it("is over at once when the account is removed", async () => {
    await addAccount("administrator");
    const { userId, email } = await addAccount();
    const headers = await signedInHeaders(email);
    expect(await removeMember(userId)).toBe("done");
    expect(await read(headers)).toBeNull();
  });

  it("can't be forged from a token, nor from another's signature", async () => {
    const { email } = await addAccount();
    const cookie = (await signedInHeaders(email)).get("cookie") ?? "";
    const { token } = await db().session.findFirstOrThrow();
    const [, signature = ""] = cookie.split(token);
    const forgeries = [
      `earshot.session_token=${token}`,
      `earshot.session_token=${token}.`,
      `earshot.session_token=${token}.${"A".repeat(43)}%3D`,
      `earshot.session_token=x${token}${signature}`,
      `better-auth.session_token=${token}${signature}`,
    ];
    for (const forged of forgeries) {
      expect([forged, await read(new Headers({ cookie: forged }))]).toEqual([forged, null]);
    }
    expect(await read(new Headers({ cookie }))).not.toBeNull();
  });
});

describe("the gate of routes", () => {
  const ask = (headers: Headers, options?: Parameters<typeof gateRoute>[1]) =>
    gateRoute(new Request(`${origin}/api/anything`, { headers }), options);
  const statusOf = (answer: unknown) => (answer instanceof Response ? answer.status : "open");

  it("refuses strangers, members where administrators are asked for, and nobody else", async () => {
    const member = await addAccount();
    const headers = await signedInHeaders(member.email);
    expect(statusOf(await ask(new Headers()))).toBe(401);
    expect(statusOf(await ask(headers))).toBe("open");
    expect(statusOf(await ask(headers, { role: "administrator" }))).toBe(403);
    await changeRole(member.userId, "administrator");
    expect(statusOf(await ask(headers, { role: "administrator" }))).toBe("open");
  });

  it("says that the database is away instead of saying that nobody is signed in", async () => {
    const { email } = await addAccount();
    const headers = await signedInHeaders(email);
    await db().$executeRaw`ALTER TABLE session RENAME TO away`;
    const answer = await ask(headers);
    await db().$executeRaw`ALTER TABLE away RENAME TO session`;
    expect(statusOf(answer)).toBe(503);
    expect(statusOf(await ask(headers))).toBe("open");
  });
});
