import { beforeEach, describe, expect, test } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { type HeldToken, TokenKeeper } from "./connection";
import type { ConnectionFault, IssuedToken } from "./request-token";

const away: ConnectionFault = { kind: "unreachable", reason: "refused" };
const minute = 60_000;

let nowMs = 0;
let requests = 0;
let next: (() => Promise<IssuedToken | ConnectionFault>) | undefined;

beforeEach(() => {
  nowMs = 0;
  requests = 0;
  next = undefined;
});

const issue = (lifeMs = 60 * minute): IssuedToken => ({
  token: new Secret(`token-${requests}`),
  lifeMs,
});

function newKeeper(): TokenKeeper {
  const request = async () => {
    requests += 1;
    return next ? next() : issue();
  };
  return new TokenKeeper(request, { monotonicMs: () => nowMs, wallMs: () => nowMs });
}

const reveal = (result: HeldToken | ConnectionFault) =>
  "token" in result ? result.token.reveal() : result;

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("many callers", () => {
  test("1,000 at the start make one request", async () => {
    const keeper = newKeeper();
    const tokens = await Promise.all(Array.from({ length: 1_000 }, () => keeper.obtain()));
    expect(requests).toBe(1);
    expect(new Set(tokens.map(reveal))).toEqual(new Set(["token-1"]));
  });

  test("1,000 at expiry make one request", async () => {
    const keeper = newKeeper();
    await keeper.obtain();
    nowMs = 60 * minute;
    const tokens = await Promise.all(Array.from({ length: 1_000 }, () => keeper.obtain()));
    expect(requests).toBe(2);
    expect(new Set(tokens.map(reveal))).toEqual(new Set(["token-2"]));
  });

  test("1,000 whose token was refused make one request", async () => {
    const keeper = newKeeper();
    const held = (await keeper.obtain()) as HeldToken;
    const tokens = await Promise.all(Array.from({ length: 1_000 }, () => keeper.replace(held)));
    expect(new Set(tokens.map(reveal))).toEqual(new Set(["token-2"]));
    expect(reveal(await keeper.replace(held))).toBe("token-2");
    expect(requests).toBe(2);
  });

  test("a test of the connection joins an exchange that is under way", async () => {
    const keeper = newKeeper();
    await Promise.all([keeper.obtain(), keeper.renew(), keeper.renew()]);
    expect(requests).toBe(1);
  });
});

describe("an early refresh", () => {
  test.each([
    [60 * minute, 48 * minute],
    [10 * minute, 5 * minute],
    [20 * minute, 15 * minute],
    [minute, minute / 2],
  ])("of a life of %i ms begins at %i ms, and nobody waits for it", async (lifeMs, fromMs) => {
    const keeper = newKeeper();
    next = async () => issue(lifeMs);
    await keeper.obtain();
    nowMs = fromMs - 1;
    await keeper.obtain();
    expect(requests).toBe(1);

    nowMs = fromMs;
    let finish: (token: IssuedToken) => void = () => undefined;
    next = () => new Promise((resolve) => (finish = resolve));
    expect(reveal(await keeper.obtain())).toBe("token-1");
    expect(reveal(await keeper.obtain())).toBe("token-1");
    expect(requests).toBe(2);
    finish(issue());
    await settle();
    expect(reveal(await keeper.obtain())).toBe("token-2");
  });

  test("that fails leaves the old token in use, and isn't repeated at once", async () => {
    const keeper = newKeeper();
    await keeper.obtain();
    next = async () => away;
    nowMs = 50 * minute;
    await keeper.obtain();
    await settle();
    expect(reveal(await keeper.obtain())).toBe("token-1");
    expect(requests).toBe(2);
    expect(keeper.report()).toMatchObject({ isFailing: true, lastFailure: { fault: away } });
  });
});

describe("after a failure", () => {
  test("callers get the remembered fault until the back-off is over, and it doubles", async () => {
    const keeper = newKeeper();
    next = async () => away;
    await keeper.obtain();
    for (const waitMs of [1_000, 2_000, 4_000, 8_000]) {
      const before = requests;
      nowMs += waitMs - 1;
      expect(await keeper.obtain()).toEqual(away);
      expect(requests).toBe(before);
      nowMs += 1;
      await Promise.all(Array.from({ length: 100 }, () => keeper.obtain()));
      expect(requests).toBe(before + 1);
    }
  });

  test("the back-off never exceeds 5 minutes", async () => {
    const keeper = newKeeper();
    next = async () => away;
    for (let attempt = 0; attempt < 40; attempt += 1) {
      await keeper.obtain();
      nowMs += 5 * minute;
    }
    expect(requests).toBe(40);
  });

  test("a test of the connection doesn't wait for it, and a success ends it", async () => {
    const keeper = newKeeper();
    next = async () => away;
    await keeper.obtain();
    next = undefined;
    await keeper.renew();
    expect(reveal(await keeper.obtain())).toBe("token-2");
    expect(keeper.report()).toMatchObject({ isFailing: false, lastFailure: { retryAt: null } });
  });

  test("a refused token that can't be replaced is not asked for again and again", async () => {
    const keeper = newKeeper();
    const held = (await keeper.obtain()) as HeldToken;
    next = async () => away;
    for (let caller = 0; caller < 10; caller += 1) {
      expect(await keeper.replace(held)).toEqual(away);
    }
    expect(requests).toBe(2);
  });
});

test("the report says until when the token is good, by the wall clock", async () => {
  const keeper = newKeeper();
  expect(keeper.report()).toMatchObject({ obtainedAt: null, expiresAt: null, isFailing: false });
  nowMs = 5 * minute;
  await keeper.obtain();
  const [obtainedAt, expiresAt] = [new Date(5 * minute), new Date(65 * minute)];
  expect(keeper.report()).toMatchObject({ obtainedAt, expiresAt });
  nowMs = 65 * minute;
  expect(keeper.report()).toMatchObject({ obtainedAt, expiresAt: null });
});
