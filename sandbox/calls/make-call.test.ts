import { expect, test } from "vitest";
import { makeCustomer } from "../customers/make-customer";
import { tallyBy } from "../testing/tally-by";
import { readCallSid, writeCallSid } from "./call-sid";
import { makeCall } from "./make-call";

const calls = Array.from({ length: 2000 }, (_, index) => makeCall(1, index));

test("the same seed gives the same calls, another seed others", () => {
  expect(makeCall(1, 7)).toEqual(calls[7]);
  const ids = new Set(calls.flatMap(({ id, callSid }) => [id, callSid]));
  expect(ids.size).toBe(2 * calls.length);
  for (let index = 0; index < 200; index += 1) {
    const { id, callSid, customer } = makeCall(2, index);
    expect(ids.has(id) || ids.has(callSid)).toBe(false);
    expect(calls.some((call) => call.customer.id === customer.id)).toBe(false);
  }
});

test("a session id leads back to its call, and a changed one nowhere", () => {
  for (const origin of [
    { seed: 0, index: 0 },
    { seed: 2 ** 32 - 1, index: 2 ** 31 },
  ]) {
    const callSid = writeCallSid(origin);
    expect(readCallSid(callSid)).toEqual(origin);
    const changed = callSid.slice(0, -1) + (callSid.endsWith("0") ? "1" : "0");
    expect(readCallSid(changed)).toBeNull();
  }
});

test("statuses are weighted, and every nullable field is null now and then", () => {
  const byStatus = tallyBy(calls, ({ status }) => status);
  expect(byStatus.completed).toBeGreaterThan(1000);
  expect(Object.keys(byStatus)).toHaveLength(6);
  expect(Object.keys(tallyBy(calls, ({ campaign }) => String(campaign)))).toHaveLength(7);
  expect(calls.some(({ customer }) => customer.email === null)).toBe(true);
  expect(calls.some(({ customer }) => customer.type === null)).toBe(true);
});

test("summaries are whole sentences, one to four, with nothing left to fill in", () => {
  for (const { summary } of calls) {
    expect(summary).toMatch(/[.]$/);
    expect(summary).not.toMatch(/[{}]|undefined|null/);
    expect(summary.split(/(?<=[.]) (?=\p{Lu})/u).length).toBeLessThanOrEqual(5);
  }
  expect(new Set(calls.map(({ summary }) => summary)).size).toBeGreaterThan(800);
});

test("people are made up: numbers from ranges for fiction, addresses of example domains", () => {
  const fiction =
    /^(\+1\d{3}55501\d\d|\+442079460\d{3}|\+441632960\d{3}|\+447700900\d{3}|\+6125550\d{4}|\+3319900\d{4}|\+493023125\d{3}|\+468465004\d\d)$/;
  for (let number = 0; number < 320; number += 1) {
    const { phoneNumber, email } = makeCustomer(1, number);
    expect(phoneNumber).toMatch(fiction);
    expect(email ?? "a@example.com").toMatch(/^[a-z0-9.]+@example\.(com|org|net)$/);
  }
});
