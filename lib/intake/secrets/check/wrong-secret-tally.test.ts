import { expect, test } from "vitest";
import { budgets } from "@/lib/platform/settings/budgets";
import { WrongSecretTally } from "./wrong-secret-tally";

const limits = budgets.wrongSecrets;
const start = Date.UTC(2026, 10, 20, 10, 0, 0);

function atMinute(minute: number): Date {
  return new Date(start + minute * 60_000);
}

test("tells the first few of an address in each minute, and counts all", () => {
  const tally = new WrongSecretTally();
  const told = Array.from({ length: 50 }, () => tally.count("192.0.2.1", atMinute(0)));
  expect(told.filter(Boolean)).toHaveLength(limits.loggedOfAddress);
  expect(told.slice(0, limits.loggedOfAddress)).not.toContain(false);
  expect(tally.count("192.0.2.1", atMinute(1))).toBe(true);
  expect(tally.lastHour(atMinute(1))).toMatchObject({ requests: 51, addresses: 1 });
});

test("tells no more in a minute, from however many addresses they come", () => {
  const tally = new WrongSecretTally();
  const told = Array.from({ length: 500 }, (_, n) => tally.count(`192.0.2.${n}`, atMinute(0)));
  expect(told.filter(Boolean)).toHaveLength(limits.logged);
});

test("calls an address a flood in the minute in which it sends too many, and no other address", () => {
  const tally = new WrongSecretTally();
  for (let n = 0; n < limits.ofAddress; n++) tally.count("192.0.2.1", atMinute(0));
  expect(tally.isFlooding("192.0.2.1", atMinute(0))).toBe(false);
  tally.count("192.0.2.1", atMinute(0));
  expect(tally.isFlooding("192.0.2.1", atMinute(0))).toBe(true);
  expect(tally.isFlooding("192.0.2.2", atMinute(0))).toBe(false);
  expect(tally.isFlooding("192.0.2.1", atMinute(1))).toBe(false);
});

test("calls everybody a flood while made-up addresses are too many together", () => {
  const tally = new WrongSecretTally();
  for (let n = 0; n <= limits.ofAll; n++) tally.count(`192.0.2.${n}`, atMinute(0));
  expect(tally.isFlooding("198.51.100.1", atMinute(0))).toBe(true);
  expect(tally.isFlooding("198.51.100.1", atMinute(1))).toBe(false);
});

test("keeps a bounded number of addresses, and says that there were more", () => {
  const tally = new WrongSecretTally();
  const requests = limits.addresses * 3;
  for (let n = 0; n < requests; n++) tally.count(`2001:db8::${n}`, atMinute(0));
  expect(tally.lastHour(atMinute(0))).toEqual({
    requests,
    addresses: limits.addresses,
    areMoreAddresses: true,
  });
});

test("remembers an hour, and no more than that", () => {
  const tally = new WrongSecretTally();
  tally.count("192.0.2.1", atMinute(0));
  tally.count("192.0.2.2", atMinute(30));
  expect(tally.lastHour(atMinute(59))).toMatchObject({ requests: 2, addresses: 2 });
  expect(tally.lastHour(atMinute(60))).toMatchObject({ requests: 1, addresses: 1 });
  expect(tally.lastHour(atMinute(90))).toMatchObject({ requests: 0, addresses: 0 });
  for (let minute = 100; minute < 400; minute++) tally.count("192.0.2.3", atMinute(minute));
  expect(tally.lastHour(atMinute(399))).toEqual({
    requests: 60,
    addresses: 1,
    areMoreAddresses: false,
  });
});
