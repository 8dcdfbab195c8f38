import type { RequestListener } from "node:http";
import { inspect } from "node:util";
import pino from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { explainConnectionFault, readTokenLife, requestToken } from "./request-token";
import { serveForTest, stopTestServers } from "./test-server";

const keyCanary = "key-canary-7d1f";
const tokenCanary = "token-canary-94ac";

afterEach(stopTestServers);

const settingsFor = (baseUrl: string) => ({
  baseUrl,
  apiKey: new Secret(keyCanary),
  timeZone: undefined,
});

async function ask(answer: RequestListener, timeoutMs?: number) {
  const server = await serveForTest(answer);
  return requestToken(settingsFor(server.origin), timeoutMs);
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

const inAnHour = () =>
  new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace("T", " ");

test("sends the key as JSON and reads the token", async () => {
  let seen: unknown;
  const result = await ask((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      seen = [request.method, request.url, request.headers["content-type"], JSON.parse(body)];
      json(200, { success: true, token: tokenCanary, expiresAt: inAnHour() })(request, response);
    });
  });
  expect(seen).toEqual(["POST", "/api/generate-token", "application/json", { apiKey: keyCanary }]);
  if (!("token" in result)) throw new Error("no token");
  expect(result.token.reveal()).toBe(tokenCanary);
  expect(Math.abs(result.lifeMs - 3_600_000)).toBeLessThan(2_000);
});

describe("a refused key", () => {
  test.each([
    [401, ""],
    [403, "<h1>Forbidden</h1>"],
    [200, { success: false, message: `no such key: ${keyCanary}` }],
    [422, { success: false, message: keyCanary }],
  ])("is told from HTTP %i %j", async (status, body) => {
    expect(await ask(json(status, body))).toEqual({ kind: "key-refused", status });
  });
});

describe("a malformed answer", () => {
  const expiresAt = inAnHour();
  test.each([
    [200, "<!doctype html>", "not-json"],
    [200, "", "not-json"],
    [200, "null", "no-token"],
    [200, { success: true, expiresAt }, "no-token"],
    [200, { success: true, token: "", expiresAt }, "no-token"],
    [200, { success: true, token: `${tokenCanary}\r\nX-Evil: 1`, expiresAt }, "no-token"],
    [200, { success: true, token: 7, expiresAt: 7 }, "no-token"],
    [200, { success: true, token: tokenCanary }, "no-expiry"],
    [200, { success: true, token: tokenCanary, expiresAt: "tomorrow" }, "no-expiry"],
    [404, { success: false }, "key-refused"],
    [429, { success: false }, "status"],
    [500, { success: false, message: tokenCanary }, "status"],
    [302, "", "status"],
  ])("HTTP %i %j is %s", async (status, body, reason) => {
    const result = await ask(json(status, body));
    expect(result).toEqual(
      reason === "key-refused"
        ? { kind: reason, status }
        : { kind: "malformed-answer", reason, status },
    );
  });

  test("that never ends is cut off", async () => {
    const result = await ask((_request, response) => {
      const more = () => {
        while (response.write("x".repeat(16_384)));
        response.once("drain", more);
      };
      more();
    });
    expect(result).toMatchObject({ kind: "malformed-answer", reason: "too-large" });
  });
});

describe("a service that can't be reached", () => {
  test("because nothing listens", async () => {
    const { origin } = await serveForTest(() => undefined);
    await stopTestServers();
    expect(await requestToken(settingsFor(origin))).toEqual({
      kind: "unreachable",
      reason: "refused",
    });
  });

  test("because its name means nothing", async () => {
    const result = await requestToken(settingsFor("http://service.invalid"));
    expect(result).toEqual({ kind: "unreachable", reason: "dns" });
  });

  test("because it doesn't speak TLS", async () => {
    const { port } = await serveForTest(() => undefined);
    const result = await requestToken(settingsFor(`https://127.0.0.1:${port}`));
    expect(result).toEqual({ kind: "unreachable", reason: "tls" });
  });

  test("because it hangs before or amid its answer", async () => {
    const expected = { kind: "unreachable", reason: "timeout" };
    expect(await ask(() => undefined, 100)).toEqual(expected);
    expect(await ask((_request, response) => response.write("{"), 100)).toEqual(expected);
  });

  test("because it hangs up", async () => {
    const result = await ask((request) => request.socket.destroy());
    expect(result).toEqual({ kind: "unreachable", reason: "network" });
  });
});

test("a redirect is not followed, so that the key stays with the service", async () => {
  const elsewhere = await serveForTest(() => undefined);
  await ask((_request, response) => {
    response.writeHead(307, { Location: `${elsewhere.origin}/api/generate-token` }).end();
  });
  expect(elsewhere.connections()).toBe(0);
});

test("neither key nor token can be read from a result, however it is printed", async () => {
  const echo: RequestListener = (request, response) => {
    const payload = { success: true, message: keyCanary, token: tokenCanary };
    const isGood = request.headers["content-length"] !== undefined;
    json(200, { ...payload, expiresAt: isGood ? inAnHour() : "never" })(request, response);
  };
  const results = [
    settingsFor("http://127.0.0.1"),
    await ask(echo),
    await ask(json(200, { success: false, message: keyCanary })),
    await ask(json(500, keyCanary + tokenCanary)),
    await ask(json(200, { token: `${tokenCanary}\n`, expiresAt: keyCanary })),
  ];
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  for (const result of results) {
    logger.warn({ result }, String(result));
    if ("kind" in result) lines.push(explainConnectionFault(result));
    lines.push(JSON.stringify(result), inspect(result, { depth: 9, showHidden: true }));
  }
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.join("\n")).not.toMatch(/canary/);
});

const dateHeader = "Fri, 20 Nov 2026 10:00:00 GMT";
const clock = { timeZone: undefined, dateHeader, localMs: Date.UTC(2026, 10, 20, 10) };
const hour = 3_600_000;

describe("a time without a zone", () => {
  test("is UTC when the zone isn't known", () => {
    expect(readTokenLife("2026-11-20 11:00:00", clock)).toBe(hour);
  });

  test("counts as 5 minutes when that gives an unlikely life", () => {
    for (const text of ["2026-11-20 10:00:59", "2026-11-20 04:30:00", "2026-11-21 10:00:01"]) {
      expect(readTokenLife(text, clock)).toBe(300_000);
    }
    expect(readTokenLife("2026-11-20 10:01:00", clock)).toBe(60_000);
    expect(readTokenLife("2026-11-21 10:00:00", clock)).toBe(24 * hour);
  });

  test("counts as 5 minutes when there is no Date to compare it with", () => {
    for (const header of [undefined, "", "yesterday", "Fri, 20 Nov 2026 10:00:00 +0545"]) {
      const reading = { ...clock, dateHeader: header };
      expect(readTokenLife("2026-11-20 11:00:00", reading)).toBe(300_000);
    }
  });

  test("is of the zone that is set, whatever its length", () => {
    const inKathmandu = { ...clock, timeZone: "Asia/Kathmandu" };
    expect(readTokenLife("2026-11-20 16:45:00", inKathmandu)).toBe(hour);
    expect(readTokenLife("2026-11-20 15:45:30", inKathmandu)).toBe(30_000);
    expect(readTokenLife("2026-11-27 15:45:00", inKathmandu)).toBe(7 * 24 * hour);
    expect(readTokenLife("2026-11-20 15:44:00", inKathmandu)).toBe(300_000);
  });

  test("falls back on the local clock when the zone is set and the Date is missing", () => {
    const reading = { ...clock, timeZone: "Europe/Berlin", dateHeader: undefined };
    expect(readTokenLife("2026-11-20 12:00:00", reading)).toBe(hour);
  });
});

describe("in Berlin", () => {
  const berlin = (header: string) => ({ ...clock, timeZone: "Europe/Berlin", dateHeader: header });

  test("the hour that happens twice means the one that isn't over", () => {
    const firstPass = berlin("Sun, 25 Oct 2026 00:00:00 GMT");
    const secondPass = berlin("Sun, 25 Oct 2026 01:00:00 GMT");
    expect(readTokenLife("2026-10-25 02:30:00", firstPass)).toBe(hour / 2);
    expect(readTokenLife("2026-10-25 02:30:00", secondPass)).toBe(hour / 2);
  });

  test("the hour that never happens doesn't lengthen a life", () => {
    expect(readTokenLife("2026-03-29 03:30:00", berlin("Sun, 29 Mar 2026 00:30:00 GMT"))).toBe(
      hour,
    );
    expect(readTokenLife("2026-03-29 02:30:00", berlin("Sun, 29 Mar 2026 00:00:00 GMT"))).toBe(
      hour / 2,
    );
  });
});

test("a time with a zone is taken as it is", () => {
  for (const text of [
    "2026-11-20T11:00:00Z",
    "2026-11-20T11:00:00.000Z",
    "2026-11-20 11:00:00Z",
    "2026-11-20T16:45:00+05:45",
    " 2026-11-20T06:00:00-05:00 ",
  ]) {
    expect(readTokenLife(text, { ...clock, timeZone: "Asia/Tokyo" }), text).toBe(hour);
  }
  expect(readTokenLife("2026-11-20T09:00:00Z", clock)).toBe(300_000);
});

test("what is no time is undefined", () => {
  for (const text of ["", "soon", "2026-02-30 10:00:00", "20/11/2026", "1795171200", "Infinity"]) {
    expect(readTokenLife(text, clock), text).toBeUndefined();
  }
});

describe("the zone of the process", () => {
  const original = process.env.TZ;
  afterEach(() => {
    process.env.TZ = original;
  });

  test("has no say", () => {
    for (const zone of ["UTC", "Pacific/Kiritimati", "America/New_York", "Asia/Kathmandu"]) {
      process.env.TZ = zone;
      expect(readTokenLife("2026-11-20 11:00:00", clock), zone).toBe(hour);
    }
  });
});
