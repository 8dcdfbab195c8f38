import { expect, test } from "vitest";
import { makeCall } from "../calls/make-call";
import { fetchToken } from "../testing/fetch-token";
import { startTestSandbox } from "../testing/start-test-sandbox";
import { createAttachmentAddresses } from "./attachment-addresses";

test("the roster of a call lists its customer, for a valid token only", async () => {
  const { url } = await startTestSandbox();
  const calls = Array.from({ length: 50 }, (_, index) => makeCall(42, index));
  const addresses = createAttachmentAddresses(url, {
    seed: 42,
    misbehave: false,
    allFormats: false,
  });
  const call = calls.find((candidate) => candidate.hasRoster);
  const roster = call && addresses.roster(call);
  expect(roster).toMatch(/^http:.*\.csv$/);
  expect(calls.some((candidate) => addresses.roster(candidate) === null)).toBe(true);
  expect((await fetch(roster ?? "")).status).toBe(401);
  const authorization = `Bearer ${await fetchToken(url)}`;
  const response = await fetch(roster ?? "", { headers: { authorization } });
  expect(response.headers.get("content-type")).toContain("text/csv");
  const csv = await response.text();
  expect(csv).toMatch(/^id,first_name,last_name,/);
  expect(csv).toContain(`\r\n${call?.customer.id},${call?.customer.firstName},`);
});
