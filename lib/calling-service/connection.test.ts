import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { serveForTest, stopTestServers } from "./test-server";

const canaries = { key: "key-canary-0be7", token: "token-canary-5c2d" };
const service = { exchanges: 0, isAway: false };

beforeAll(async () => {
  const { origin } = await serveForTest((_request, response) => {
    service.exchanges += 1;
    if (service.isAway) return response.writeHead(502).end(canaries.token);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    return response.end(JSON.stringify({ success: true, token: canaries.token, expiresAt }));
  });
  vi.stubEnv("CALLING_SERVICE_URL", `${origin}/`);
  vi.stubEnv("CALLING_SERVICE_API_KEY", canaries.key);
  vi.stubEnv("LOG_LEVEL", "silent");
});
afterAll(stopTestServers);

/** Each call loads the module anew, as the separately bundled parts of one process do. */
async function loadConnection() {
  vi.resetModules();
  return import("./connection");
}

test("the parts of a process share one token, and a view tells its state without it", async () => {
  const [one, other] = [await loadConnection(), await loadConnection()];
  const origin = one.getServiceOrigin() ?? "";
  expect(one.getConnectionView()).toMatchObject({ state: "never-tried", serviceOrigin: origin });

  const heard: (string | undefined)[] = [];
  for (const connection of [one, other]) {
    await connection.withBearer(new URL("/x", origin), async (headers) => {
      heard.push(headers.Authorization);
      return { status: 200, discard: () => undefined };
    });
  }
  expect(heard).toEqual([`Bearer ${canaries.token}`, `Bearer ${canaries.token}`]);
  expect(service.exchanges).toBe(1);

  const view = other.getConnectionView();
  expect(view).toMatchObject({ configured: true, state: "working", lastFailure: null });
  expect(Math.abs(Date.parse(view.tokenExpiresAt ?? "") - Date.now() - 3_600_000)).toBeLessThan(
    3_000,
  );
});

test("a test of the connection makes a real exchange and tells what failed", async () => {
  const connection = await loadConnection();
  const before = service.exchanges;
  expect(await connection.testConnection()).toMatchObject({ succeeded: true });
  service.isAway = true;
  const failed = await connection.testConnection();
  expect(service.exchanges).toBe(before + 2);
  expect(failed).toMatchObject({ succeeded: false, message: expect.stringContaining("HTTP 502") });

  const view = connection.getConnectionView();
  expect(view).toMatchObject({ state: "failing", lastFailure: { kind: "malformed-answer" } });
  expect(view.tokenExpiresAt).not.toBeNull();
  expect(Date.parse(view.lastFailure?.retryAt ?? "")).toBeGreaterThan(Date.now() - 2_000);
  expect(JSON.stringify([failed, view])).not.toMatch(/canary/);
});
