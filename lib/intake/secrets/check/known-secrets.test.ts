import * as crypto from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { addUnlessRevoked, findHash, hashSecret } from "./known-secrets";

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const [first, second, third, stranger] = ["1", "2", "3", "4"].map(hashSecret) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
const all = [first, second, third];

afterEach(() => vi.clearAllMocks());

test.each([first, second, third])("finds each of several", (hash) => {
  expect(findHash(all, Buffer.from(hash))).toEqual(hash);
});

test("finds no stranger, and nothing among none", () => {
  expect(findHash(all, stranger)).toBeNull();
  expect(findHash([], stranger)).toBeNull();
});

test("compares with every one, wherever the one that fits stands", () => {
  for (const candidate of [first, third, stranger]) {
    vi.clearAllMocks();
    findHash(all, candidate);
    expect(crypto.timingSafeEqual).toHaveBeenCalledTimes(all.length);
  }
});

test("the environment's secret works unless it is known to be revoked", () => {
  expect(addUnlessRevoked({ active: [], revoked: [] }, first).active).toEqual([first]);
  expect(addUnlessRevoked({ active: [first], revoked: [] }, first).active).toEqual([first]);
  expect(addUnlessRevoked({ active: [second], revoked: [first] }, first).active).toEqual([second]);
});
