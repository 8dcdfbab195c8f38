import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/database/db";
import { addAccount, emptyAccess, openTestAccess } from "../members/test-access";
import { auth } from "./auth";
import { isOnThisMachine, makeSignInLink } from "./sign-in";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess());
});
beforeEach(async () => {
  await emptyAccess();
  await db().verification.deleteMany();
});
afterAll(() => close());

async function make(email: string): Promise<string> {
  return new URL((await makeSignInLink(email)) ?? "").searchParams.get("link") ?? "";
}

async function follow(token: string) {
  const { response, headers } = await auth().api.signInByLink({
    body: { token },
    headers: new Headers(),
    returnHeaders: true,
  });
  return { ...response, cookies: headers.getSetCookie() };
}

test("signs in once, whoever follows it at the same moment", async () => {
  const { email, userId } = await addAccount("administrator");
  const token = await make(email);
  const followed = await Promise.all(Array.from({ length: 8 }, () => follow(token)));
  const signedIn = followed.filter((one) => one.userId !== null);
  expect(signedIn).toHaveLength(1);
  expect(signedIn[0]?.userId).toBe(userId);
  expect(signedIn[0]?.cookies[0]).toMatch(/^earshot\.session_token=.*HttpOnly; SameSite=Lax/);
  const sessions = await db().session.findMany({ where: { userId } });
  expect(sessions).toHaveLength(1);
  const hours = ((sessions[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeLessThanOrEqual(12);
  expect((await follow(token)).userId).toBeNull();
});

test("the token is kept nowhere, a newer one ends it, and so does a quarter of an hour", async () => {
  const { email } = await addAccount("administrator");
  const first = await make(email);
  const second = await make(email);
  expect(JSON.stringify(await db().verification.findMany())).not.toContain(second);
  expect((await follow(first)).userId).toBeNull();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 1 });
  expect((await follow(second)).userId).toBeNull();
  vi.useRealTimers();
});

test("there is none for nobody", async () => {
  expect(await makeSignInLink("nobody@example.com")).toBeNull();
  expect((await follow("no such token")).userId).toBeNull();
});

test("only both ends on this machine are this machine", () => {
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.8.0.1"]) {
    expect(isOnThisMachine(address), address).toBe(true);
  }
  for (const address of ["192.0.2.1", "unknown", "", "::2", "127.0.0.1.example.com"]) {
    expect(isOnThisMachine(address), address).toBe(false);
  }
});
