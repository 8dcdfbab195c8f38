import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { fetchToken, requestToken } from "../testing/fetch-token";
import { startTestSandbox } from "../testing/start-test-sandbox";

test("a wrong key, a malformed body and a foreign content type are refused apart", async () => {
  const { url } = await startTestSandbox();
  expect((await requestToken(url, '{"apiKey":"wrong"}')).status).toBe(401);
  for (const body of ["{", "[]", "null", "{}", '{"apiKey":7}']) {
    expect((await requestToken(url, body)).status, body).toBe(400);
  }
  const form = new URLSearchParams({ apiKey: "sandbox-api-key" });
  const response = await fetch(`${url}/api/generate-token`, { method: "POST", body: form });
  expect(response.status).toBe(415);
});

test("a token comes with its expiry in the chosen zone, which is not named", async () => {
  const { url } = await startTestSandbox("--expires-offset", "+05:45", "--token-seconds", "600");
  const response = await requestToken(url, '{"apiKey":"sandbox-api-key"}');
  const answer = await response.json();
  expect(answer).toEqual({
    success: true,
    message: expect.any(String),
    token: expect.any(String),
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  const inUtcMs = Date.parse(`${answer.expiresAt.replace(" ", "T")}Z`);
  const lifeSeconds = (inUtcMs - Date.now()) / 1000 - 5.75 * 3600;
  expect(lifeSeconds).toBeGreaterThan(590);
  expect(lifeSeconds).toBeLessThanOrEqual(600);
});

test("the three kinds of 401 are told apart, and a valid token passes until it expires", async () => {
  const { url } = await startTestSandbox("--token-seconds", "1");
  const token = await fetchToken(url);
  const ask = async (authorization?: string) => {
    const headers: HeadersInit = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${url}/rosters/win-back.csv`, { headers });
    return { status: response.status, text: await response.text() };
  };
  expect((await ask(`Bearer ${token}`)).status).toBe(200);
  for (const malformed of [undefined, token, "Bearer", `Basic ${token}`, `Bearer ${token} x`]) {
    const answer = await ask(malformed);
    expect(answer.status, malformed).toBe(401);
    expect(answer.text).toContain("Authorization header");
  }
  const unknown = await ask("Bearer sbx_0123");
  expect(unknown.status).toBe(401);
  expect(unknown.text).toContain("invalid");
  await sleep(1050);
  const expired = await ask(`Bearer ${token}`);
  expect(expired.status).toBe(401);
  expect(expired.text).toContain("expired");
});
