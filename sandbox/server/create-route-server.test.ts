import { expect, test } from "vitest";
import { startTestSandbox } from "../testing/start-test-sandbox";

test("unknown addresses, wrong methods and what cannot be read are refused", async () => {
  const { url } = await startTestSandbox();
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  const wrongMethod = await fetch(`${url}/api/generate-token`);
  expect(wrongMethod.status).toBe(405);
  expect(wrongMethod.headers.get("allow")).toBe("POST");
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ apiKey: "x".repeat(70_000) });
  const tooLong = await fetch(`${url}/api/generate-token`, { method: "POST", headers, body });
  expect(tooLong.status).toBe(413);
  for (const batch of [{}, { count: 0 }, { count: 1.5 }, { count: 1, rate: -1 }, { count: "5" }]) {
    const init = { method: "POST", headers, body: JSON.stringify(batch) };
    expect((await fetch(`${url}/api/sandbox/calls`, init)).status).toBe(400);
  }
});

test("requests are counted by route and status", async () => {
  const { url } = await startTestSandbox();
  await fetch(`${url}/recordings/CA1.mp3`);
  await fetch(`${url}/recordings/CA2.mp3`);
  await fetch(`${url}/rosters/win-back.csv`);
  const counts = await (await fetch(`${url}/api/sandbox/requests`)).json();
  expect(counts).toMatchObject({ audio: { total: 2, 401: 2 }, roster: { total: 1, 401: 1 } });
});
