import { Agent, request } from "undici";
import { afterEach, expect, test } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { requestToken } from "./request-token";
import { serveForTest, stopTestServers } from "./test-server";
import { sendWithBearer, TokenKeeper } from "./token-keeper";

afterEach(stopTestServers);

/** A service whose tokens live two seconds, and which prints their end in Nepal's time. */
async function startService({ lifeMs = 2_000, offsetMinutes = 345 } = {}) {
  const expiries = new Map<string, number>();
  const service = { exchanges: 0, refusals: 0, revoke: () => expiries.clear(), isAway: false };
  const server = await serveForTest((incoming, response) => {
    if (service.isAway) {
      response.writeHead(503).end();
    } else if (incoming.method === "POST") {
      service.exchanges += 1;
      const token = `token-${service.exchanges}`;
      const expiresAtMs = Math.floor((Date.now() + lifeMs) / 1_000) * 1_000;
      expiries.set(token, expiresAtMs);
      const printed = new Date(expiresAtMs + offsetMinutes * 60_000).toISOString().slice(0, 19);
      response.end(JSON.stringify({ success: true, token, expiresAt: printed.replace("T", " ") }));
    } else {
      const token = incoming.headers.authorization?.replace(/^Bearer /, "") ?? "";
      const isGood = Date.now() < (expiries.get(token) ?? 0);
      if (!isGood) service.refusals += 1;
      response.writeHead(isGood ? 200 : 401).end();
    }
  });
  return Object.assign(service, { origin: server.origin });
}

function connectTo(origin: string, timeZone?: string) {
  const apiKey = new Secret("key");
  const keeper = new TokenKeeper(() => requestToken({ baseUrl: origin, apiKey, timeZone }));
  const dispatcher = new Agent();
  const call = (to = origin) =>
    sendWithBearer({ origin, keeper }, new URL("/audio", to), async (headers) => {
      const { statusCode, body } = await request(new URL("/audio", to), { headers, dispatcher });
      await body.dump();
      return { status: statusCode, discard: () => undefined };
    });
  return { call, keeper };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("over two lives nobody sees a 401, whether the zone is known or not", async () => {
  await Promise.all(
    [undefined, "Asia/Kathmandu"].map(async (zone) => {
      const service = await startService();
      const { call } = connectTo(service.origin, zone);
      const statuses: unknown[] = [];
      const endMs = Date.now() + 4_000;
      while (Date.now() < endMs) {
        const results = await Promise.all(Array.from({ length: 10 }, () => call()));
        statuses.push(
          ...results.map((result) => ("answer" in result ? result.answer.status : result)),
        );
        await wait(20);
      }
      expect(statuses.length).toBeGreaterThan(200);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(service.exchanges).toBeLessThan(12);
    }),
  );
});

test("200 concurrent refusals of a revoked token make one exchange", async () => {
  const service = await startService({ lifeMs: 3_600_000 });
  const { call } = connectTo(service.origin, "Asia/Kathmandu");
  await call();
  service.revoke();
  const results = await Promise.all(Array.from({ length: 200 }, () => call()));
  expect(results.every((result) => "answer" in result && result.answer.status === 200)).toBe(true);
  expect(service.exchanges).toBe(2);
});

test("a second refusal is handed on", async () => {
  const service = await startService({ lifeMs: -10_000 });
  const { call } = connectTo(service.origin, "Asia/Kathmandu");
  expect(await call()).toMatchObject({ answer: { status: 401 } });
  expect(service).toMatchObject({ exchanges: 2, refusals: 2 });
});

test("without a token nothing is sent", async () => {
  const service = await startService();
  service.isAway = true;
  const { call } = connectTo(service.origin);
  expect(await call()).toEqual({
    fault: { kind: "malformed-answer", reason: "status", status: 503 },
  });
});

test("another origin gets no token, not even one that differs by its port alone", async () => {
  const service = await startService();
  const seen: unknown[] = [];
  const other = await serveForTest((incoming, response) => {
    seen.push(incoming.headers.authorization);
    response.end();
  });
  const { call } = connectTo(service.origin);
  await call(other.origin);
  await call(other.origin.replace("127.0.0.1", "localhost"));
  expect(seen).toEqual([undefined, undefined]);
  expect(service.exchanges).toBe(0);
});
