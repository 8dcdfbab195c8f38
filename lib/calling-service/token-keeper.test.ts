import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { type ConnectionFault, type IssuedToken, readTokenLife } from "./request-token";
import { type HeldToken, sendWithBearer, TokenKeeper } from "./token-keeper";

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

const utcOffsetMinutes = [
  -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120,
  180, 210, 240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765,
  780, 840,
];
const processZones = [
  "UTC",
  "Australia/Eucla",
  "America/St_Johns",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Europe/Berlin",
];
const skewsMs = [-86_400_000, -90_500, 0, 45_250, 7_200_000];
const livesSeconds = [5, 30, 60, 61, 300, 900, 3_600, 86_400];
const latencyMs = 40;

const original = process.env.TZ;
afterAll(() => {
  process.env.TZ = original;
});

test.each(processZones)(
  "in %s no caller sees a 401, from whatever offset the service writes",
  async (zone) => {
    process.env.TZ = zone;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (const offsetMinutes of utcOffsetMinutes) {
      for (const skewMs of skewsMs) {
        for (const lifeSeconds of livesSeconds) {
          const about = JSON.stringify({ offsetMinutes, skewMs, lifeSeconds });
          const guessing = await simulate({ offsetMinutes, skewMs, lifeSeconds, knowsZone: false });
          expect(guessing.refusedToCallers, about).toBe(0);
          const knowing = await simulate({ offsetMinutes, skewMs, lifeSeconds, knowsZone: true });
          expect(knowing.refusedToCallers, about).toBe(0);
          if (lifeSeconds >= 60) expect(knowing.refusedByService, about).toBe(0);
        }
      }
    }
  },
  60_000,
);

/**
 * Three lives of a token, in virtual time: a caller every 17th of a life, one idle life, and callers
 * whose request would arrive just after the end.
 */
async function simulate(world: {
  offsetMinutes: number;
  skewMs: number;
  lifeSeconds: number;
  knowsZone: boolean;
}) {
  let nowMs = Date.UTC(2026, 2, 29, 0, 59, 59, 900);
  const lifeMs = world.lifeSeconds * 1_000;
  const expiries = new Map<string, number>();
  let refusedByService = 0;
  let refusedToCallers = 0;

  const keeper = new TokenKeeper(
    async () => {
      nowMs += latencyMs;
      const expiresAtMs = Math.floor((nowMs + lifeMs) / 1_000) * 1_000;
      const token = `token-${expiries.size}`;
      expiries.set(token, expiresAtMs);
      const printed = new Date(expiresAtMs + world.offsetMinutes * 60_000).toISOString();
      const life = readTokenLife(printed.slice(0, 19).replace("T", " "), {
        timeZone: world.knowsZone ? toZone(world.offsetMinutes) : undefined,
        dateHeader: new Date(nowMs).toUTCString(),
        localMs: nowMs + world.skewMs,
      });
      if (life === undefined) throw new Error(`not read: ${printed}`);
      return { token: new Secret(token), lifeMs: life };
    },
    { monotonicMs: () => nowMs - 1_000_000, wallMs: () => nowMs + world.skewMs },
  );
  const service = { origin: "https://service.test", keeper };
  const call = () =>
    sendWithBearer(service, new URL("https://service.test/audio"), async (headers) => {
      nowMs += latencyMs;
      const token = headers.Authorization?.replace("Bearer ", "") ?? "";
      const isGood = nowMs < (expiries.get(token) ?? 0);
      if (!isGood) refusedByService += 1;
      return { status: isGood ? 200 : 401, discard: () => undefined };
    });

  for (let step = 0; step < 51; step += 1) {
    nowMs += step === 30 ? lifeMs : lifeMs / 17;
    const endMs = [...expiries.values()].at(-1) ?? 0;
    if (step % 20 === 10) nowMs = Math.max(nowMs, endMs - latencyMs / 2);
    const result = await call();
    if (!("answer" in result) || result.answer.status === 401) refusedToCallers += 1;
  }
  return { refusedByService, refusedToCallers };
}

function toZone(offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes);
  const [hours, minutes] = [Math.floor(size / 60), size % 60];
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${offsetMinutes < 0 ? "-" : "+"}${pad(hours)}:${pad(minutes)}`;
}
