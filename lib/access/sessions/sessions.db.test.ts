import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { readViewer } from "../gate/gate";
import { route, routeWhileSignedIn } from "../gate/route";
import { changeRole, removeMember } from "../members/members";
import {
  addAccount,
  emptyAccess,
  openTestAccess,
  origin,
  post,
  signedInHeaders,
} from "../members/test-access";
import { handleAuthRequest } from "./auth";
import type { HeldSession } from "./session-watch";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess());
});
beforeEach(emptyAccess);
afterAll(() => close());

const minute = 60_000;
const hour = 60 * minute;
const read = (headers: Headers, touch = true) => readViewer(headers, { touch });
const context = { params: Promise.resolve({}) };
/** As a route does whose answer has begun and isn't over. */
const holdSession = async (request: Request, kind: "stream" | "file") => {
  let held: HeldSession | undefined;
  const open = routeWhileSignedIn(kind, {}, ({ session }) => {
    held = session;
    return new Response(new ReadableStream());
  });
  const answer = await open(request, context);
  return held ?? answer;
};
const ago = (ms: number) => new Date(Date.now() - ms);

describe("a session", () => {
  it("tells who is there", async () => {
    const { userId, email } = await addAccount("administrator");
    const viewer = await read(await signedInHeaders(email));
    const role = "administrator";
    expect(viewer).toEqual({ userId, email, name: "Ada Example", role, locale: null });
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
  const ask = (headers: Headers, options: Parameters<typeof route>[0] = {}) =>
    route(options, () => null)(new Request(`${origin}/api/anything`, { headers }), context);
  const statusOf = (answer: Response) => (answer.ok ? "open" : answer.status);

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

describe("an answer under way", () => {
  const answerSlowly = async () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          await sleep(20);
          controller.enqueue(new Uint8Array(10));
        },
      }),
    );
  const begin = async (email: string) => {
    const request = new Request(origin, { headers: await signedInHeaders(email) });
    const answer = await routeWhileSignedIn("file", {}, answerSlowly)(request, context);
    return { request, ended: answer.arrayBuffer().then(() => "as if whole", String) };
  };
  const endings: [how: string, (userId: string, headers: Headers) => Promise<unknown>][] = [
    ["its person is removed", (userId) => removeMember(userId)],
    ["its person becomes a member", (userId) => changeRole(userId, "member")],
    ["it is signed out", (_, headers) => post("/sign-out", {}, { cookie: cookieOf(headers) })],
    ["all sessions are ended", (userId) => db().session.deleteMany({ where: { userId } })],
    [
      "the session has been idle",
      () => db().session.updateMany({ data: { lastSeenAt: ago(30 * minute) } }),
    ],
    ["its twelve hours are over", () => db().session.updateMany({ data: { expiresAt: ago(1) } })],
  ];

  it("begins for no HEAD, and for nobody who has gone", async () => {
    const [headers, cancel] = [await signedInHeaders((await addAccount()).email), vi.fn()];
    const answer = async () => new Response(new ReadableStream({ cancel }));
    for (let time = 1; time <= budgets.openAnswers.export + 1; time++) {
      const asked = time % 2 ? { method: "HEAD" } : { signal: AbortSignal.abort() };
      const request = new Request(origin, { headers, ...asked });
      const { body } = await routeWhileSignedIn("export", {}, answer)(request, context);
      expect([body, cancel.mock.calls.length]).toEqual([null, time]);
    }
  });

  it.each(endings)("breaks off within a second when %s", async (_how, end) => {
    await addAccount("administrator");
    const { userId, email } = await addAccount("administrator");
    const { request, ended } = await begin(email);
    expect(await Promise.race([ended, sleep(900, "going on")])).toBe("going on");
    await end(userId, request.headers);
    expect(await Promise.race([ended, sleep(1_000, "going on")])).toContain("AbortError");
  });

  it("goes on when somebody else's session ends, and is forgotten when it is over", async () => {
    const { email } = await addAccount();
    const other = await addAccount();
    await signedInHeaders(other.email);
    const stop = new AbortController();
    const request = new Request(origin, {
      headers: await signedInHeaders(email),
      signal: stop.signal,
    });
    const held = await holdSession(request, "stream");
    if (held instanceof Response) throw new Error("Nobody was let in");
    await removeMember(other.userId);
    expect(await held.confirm()).toBe(true);
    stop.abort();
    await db().session.deleteMany();
    await held.confirm();
    expect(held.signal.aborted).toBe(false);
  });

  it("is one of so many of its kind and person, and gives its place back when it is over", async () => {
    const [ada, ben] = await Promise.all([addAccount(), addAccount()]);
    const headers = await signedInHeaders(ada.email);
    const open = (kind: "stream" | "file") => holdSession(new Request(origin, { headers }), kind);
    const most = Array.from({ length: budgets.openAnswers.stream }, () => open("stream"));
    const [first] = await Promise.all(most);
    const beyond = await open("stream");
    if (!(beyond instanceof Response)) throw new Error("One too many was let in");
    expect(beyond.status).toBe(429);
    expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await beyond.json()).toMatchObject({ code: "too-many-open" });
    expect(await open("file")).not.toBeInstanceOf(Response);
    const others = new Request(origin, { headers: await signedInHeaders(ben.email) });
    expect(await holdSession(others, "stream")).not.toBeInstanceOf(Response);
    if (first instanceof Response) throw new Error("Nobody was let in");
    first?.release();
    first?.release();
    expect(await open("stream")).not.toBeInstanceOf(Response);
    expect(await open("stream")).toBeInstanceOf(Response);
  });

  it("is confirmed by what the database says after the question, not before", async () => {
    const { userId, email } = await addAccount();
    const held = await holdSession(
      new Request(origin, { headers: await signedInHeaders(email) }),
      "stream",
    );
    if (held instanceof Response) throw new Error("Nobody was let in");
    const before = held.confirm();
    await removeMember(userId);
    const after = held.confirm();
    await before;
    expect(await after).toBe(false);
    expect(held.signal.reason).toBe("signed-out");
  });

  const cookieOf = (headers: Headers) => headers.get("cookie") ?? "";
});
