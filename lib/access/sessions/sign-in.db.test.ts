import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { invite, redeemInvitation } from "../members/invitations";
import {
  addAccount,
  emptyAccess,
  openTestAccess,
  origin,
  password,
  post,
  watchHashing,
  whileCrowded,
} from "../members/test-access";
import { handleAuthRequest } from "./auth";
import { logFailedSignIn, loggedPerMinute } from "./sign-in";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess());
});
beforeEach(emptyAccess);
afterAll(() => close());

const foreign = "https://evil.example";

describe("signing in from a program", () => {
  it("works without an Origin and sets a cookie that scripts and foreign sites can't use", async () => {
    const { email } = await addAccount();
    const response = await post("/sign-in/email", { email, password });
    expect(response.status).toBe(200);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^earshot\.session_token=.*; Max-Age=43200; .*HttpOnly; SameSite=Lax/);
  });

  it("works again with the cookie of an earlier sign-in", async () => {
    const { email } = await addAccount();
    const first = await post("/sign-in/email", { email, password });
    const cookie = first.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await post("/sign-in/email", { email, password }, { cookie })).status).toBe(200);
  });

  it("refuses a body that no sign-in needs", async () => {
    const { email } = await addAccount();
    const response = await post("/sign-in/email", { email, password, padding: "x".repeat(20_000) });
    expect(response.status).toBe(413);
  });

  it("takes the address in any case", async () => {
    const { email } = await addAccount();
    const response = await post("/sign-in/email", { email: email.toUpperCase(), password });
    expect(response.status).toBe(200);
  });

  it("refuses a page of another site, whatever header it shows itself by", async () => {
    const { email } = await addAccount();
    const foreignHeaders: Record<string, string>[] = [
      { origin: foreign },
      { referer: `${foreign}/page` },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
      { "sec-fetch-site": "cross-site", cookie: "earshot.session_token=x" },
    ];
    for (const headers of foreignHeaders) {
      const response = await post("/sign-in/email", { email, password }, headers);
      expect([headers, response.status]).toEqual([headers, 403]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it.each([origin, "http://127.0.0.1:3000"])("accepts the page at %s", async (own) => {
    const { email } = await addAccount();
    const headers = { origin: own, "sec-fetch-site": "same-origin" };
    expect((await post("/sign-in/email", { email, password }, headers)).status).toBe(200);
  });

  it("tells a wrong password and an unknown address alike", async () => {
    const { email } = await addAccount();
    const wrong = await post("/sign-in/email", { email, password: "not the password" });
    const unknown = await post("/sign-in/email", { email: "no@example.com", password });
    expect([wrong.status, await wrong.json()]).toEqual([unknown.status, await unknown.json()]);
    expect(wrong.status).toBe(401);
  });
});

describe("the routes that exist", () => {
  it.each([
    "/sign-up/email",
    "/update-user",
    "/delete-user",
    "/change-password",
    "/change-email",
    "/request-password-reset",
    "/revoke-sessions",
    "/sign-in/social",
    "//sign-up/email",
    "/sign-in/../sign-up/email",
    "/sign-in%2Femail",
  ])("do not include POST %s", async (path) => {
    const body = { name: "Eve", email: "eve@example.com", password, newPassword: password };
    expect((await post(path, body)).status).toBe(404);
    expect(await db().user.count()).toBe(0);
  });

  it.each(["/list-sessions", "/ok", "/error", "/sign-in/email"])(
    "do not include GET %s",
    async (path) => {
      const response = await handleAuthRequest(new Request(`${origin}/api/auth${path}`));
      expect(response.status).toBe(404);
    },
  );
});

// Dozens of passwords are hashed here, each of them slowly on purpose.
describe("the limit", { timeout: 60_000 }, () => {
  it("stops guessing one account from many addresses, and stops the right guess too", async () => {
    const { email } = await addAccount();
    const guess = (index: number, guessed: string) =>
      post(
        "/sign-in/email",
        { email, password: guessed },
        { "x-forwarded-for": `203.0.113.${index}` },
      );
    const guesses = Array.from({ length: budgets.attempts.ofAccount * 2 }, (_, index) =>
      guess(index, "wrong password"),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(budgets.attempts.ofAccount);
    expect(statuses.filter((status) => status === 429)).toHaveLength(budgets.attempts.ofAccount);
    const right = await guess(200, password);
    await expectProblem(right, "too-many-attempts", "60");
  });

  it("stops guessing many accounts from one address, behind whatever it invents", async () => {
    let refused = 0;
    for (let index = 0; index <= budgets.attempts.ofAddress; index++) {
      const headers = { "x-forwarded-for": `198.51.100.${index}, 203.0.113.9` };
      const body = { email: `person${index}@example.com`, password };
      if ((await post("/sign-in/email", body, headers)).status === 429) refused++;
    }
    expect(refused).toBe(1);
  });

  it("does not count right passwords", async () => {
    const { email } = await addAccount();
    for (let index = 0; index < budgets.attempts.ofAccount + 2; index++) {
      expect((await post("/sign-in/email", { email, password })).status).toBe(200);
    }
  });

  it("ends after a minute's pause", async () => {
    const { email } = await addAccount();
    for (let index = 0; index <= budgets.attempts.ofAccount; index++) {
      await post("/sign-in/email", { email, password: "wrong password" });
    }
    expect((await post("/sign-in/email", { email, password })).status).toBe(429);
    await db().$executeRaw`UPDATE rate_limit SET last_request = last_request - 60000`;
    expect((await post("/sign-in/email", { email, password })).status).toBe(200);
  });
});

describe("hashing", () => {
  it("takes two passwords at a time, whoever sends them", async () => {
    const { email } = await addAccount();
    const { url } = await invite(db(), { role: "member", validMs: 60_000, createdBy: null });
    const hashing = watchHashing();
    const from = (n: number) => ({ "x-forwarded-for": `203.0.113.${n}` });
    const wrong = { password: "not the password" };
    const joining = { name: "Bob", email: "bob@example.com", password };
    const answers = await Promise.all([
      ...[1, 2, 3, 4, 5].map((n) => post("/sign-in/email", { email, ...wrong }, from(n))),
      ...[6, 7, 8, 9].map((n) =>
        post("/sign-in/email", { email: `${n}@example.com`, ...wrong }, from(n)),
      ),
      redeemInvitation(url.split("/").at(-1) ?? "", joining, "203.0.113.10"),
    ]);
    expect(hashing.stop()).toEqual({ hashed: 10, mostAtOnce: 2 });
    expect(answers.pop()).toMatchObject({ kind: "joined" });
    for (const answer of answers) expect(answer).toMatchObject({ status: 401 });
  });
});

describe("a crowd", () => {
  it("is told to try again, known or not, and no attempt is counted", async () => {
    const { email } = await addAccount();
    await whileCrowded(async () => {
      for (let attempt = 0; attempt <= budgets.attempts.ofAccount; attempt++) {
        for (const known of [email, "nobody@example.com"]) {
          const answer = await post("/sign-in/email", { email: known, password });
          await expectProblem(answer, "sign-in-busy", "2");
        }
      }
    });
    expect((await post("/sign-in/email", { email, password })).status).toBe(200);
  });

  it("from one address leaves room for others", async () => {
    const { email } = await addAccount();
    const crowd = Array.from({ length: 60 }, (_, n) =>
      post("/sign-in/email", { email: `${n}@example.com`, password }),
    );
    const right = await post("/sign-in/email", { email, password }, { "x-forwarded-for": "::1" });
    expect(right.status).toBe(200);
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });
});

async function expectProblem(answer: Response, code: string, retryAfter: string): Promise<void> {
  const { status, headers } = answer;
  expect([status, headers.get("retry-after")]).toEqual([429, retryAfter]);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(await answer.json()).toMatchObject({ status: 429, code, requestId: expect.any(String) });
}

describe("without a database", () => {
  it("answers a problem that tells nothing of the cause", async () => {
    const { email } = await addAccount();
    await db().$executeRaw`ALTER TABLE "user" RENAME TO away`;
    const response = await post("/sign-in/email", { email, password });
    await db().$executeRaw`ALTER TABLE away RENAME TO "user"`;
    expect(response.status).toBe(503);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(Object.keys(await response.json())).toEqual([
      "type",
      "title",
      "status",
      "code",
      "detail",
      "requestId",
    ]);
  });
});

describe("the log", () => {
  beforeEach(() => {
    delete (globalThis as { earshotFailedSignIns?: unknown }).earshotFailedSignIns;
    vi.restoreAllMocks();
  });

  it("tells of a failed sign-in from where and how, and hides which account but not that it is one", async () => {
    const warn = vi.spyOn(log(), "warn");
    const { email } = await addAccount();
    const headers = { "x-forwarded-for": "203.0.113.7" };
    for (const [typed, guessed] of [
      [email, "wrong password"],
      [email.toUpperCase(), "wrong password"],
      ["nobody@example.com", password],
      [email, password],
    ]) {
      await post("/sign-in/email", { email: typed, password: guessed }, headers);
    }
    const told = warn.mock.calls.map(([facts]) => facts as unknown as Record<string, string>);
    expect(told).toEqual(
      Array.from({ length: 3 }, () => ({
        address: "203.0.113.7",
        outcome: "refused",
        account: expect.stringMatching(/^[0-9a-f]{16}$/),
      })),
    );
    const [first, again, other] = told.map(({ account }) => account);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/example\.com|password/);
  });

  it("says when an account or an address has tried too often", async () => {
    const warn = vi.spyOn(log(), "warn");
    const { email } = await addAccount();
    for (let index = 0; index <= budgets.attempts.ofAccount; index++) {
      await post("/sign-in/email", { email, password: "wrong password" });
    }
    // How many of an earlier minute were not logged one by one may be logged meanwhile.
    const told = warn.mock.calls.filter(([facts]) => "outcome" in (facts as object));
    expect(told).toHaveLength(budgets.attempts.ofAccount + 1);
    expect(told.at(-1)?.[0]).toMatchObject({ outcome: "too-many-attempts" });
  });

  it("is not filled by a flood, and says how large it was", () => {
    vi.useFakeTimers();
    const warn = vi.spyOn(log(), "warn");
    for (let n = 0; n < 100_000; n++) {
      logFailedSignIn("refused", { address: `203.0.113.${n % 256}`, email: `${n}@example.com` });
    }
    expect(warn).toHaveBeenCalledTimes(loggedPerMinute);
    vi.advanceTimersByTime(60_000);
    expect(warn).toHaveBeenCalledTimes(loggedPerMinute + 1);
    expect(warn.mock.lastCall?.[0]).toEqual({ count: 100_000 - loggedPerMinute });
    vi.useRealTimers();
  });
});
