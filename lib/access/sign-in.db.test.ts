import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { handleAuthRequest } from "./handle-auth-request";
import { attemptsPerAccount, attemptsPerAddress } from "./limit-sign-in";
import { addAccount, emptyAccess, openTestAccess, origin, password, post } from "./test-access";

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
    const guesses = Array.from({ length: attemptsPerAccount * 2 }, (_, index) =>
      guess(index, "wrong password"),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(attemptsPerAccount);
    expect(statuses.filter((status) => status === 429)).toHaveLength(attemptsPerAccount);
    const right = await guess(200, password);
    expect([right.status, right.headers.get("retry-after")]).toEqual([429, "60"]);
  });

  it("stops guessing many accounts from one address, behind whatever it invents", async () => {
    let refused = 0;
    for (let index = 0; index <= attemptsPerAddress; index++) {
      const headers = { "x-forwarded-for": `198.51.100.${index}, 203.0.113.9` };
      const body = { email: `person${index}@example.com`, password };
      if ((await post("/sign-in/email", body, headers)).status === 429) refused++;
    }
    expect(refused).toBe(1);
  });

  it("does not count right passwords", async () => {
    const { email } = await addAccount();
    for (let index = 0; index < attemptsPerAccount + 2; index++) {
      expect((await post("/sign-in/email", { email, password })).status).toBe(200);
    }
  });

  it("ends after a minute's pause", async () => {
    const { email } = await addAccount();
    for (let index = 0; index <= attemptsPerAccount; index++) {
      await post("/sign-in/email", { email, password: "wrong password" });
    }
    expect((await post("/sign-in/email", { email, password })).status).toBe(429);
    await db().$executeRaw`UPDATE rate_limit SET last_request = last_request - 60000`;
    expect((await post("/sign-in/email", { email, password })).status).toBe(200);
  });
});

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
