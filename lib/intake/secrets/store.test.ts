import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { hashSecret } from "./check/known-secrets";
import { openSecret, sealSecret } from "./store";

const words = "a-secret-of-more-than-24-characters";
const secret = new Secret(words);
const hash = hashSecret(words);

beforeEach(() => startWith(randomUUID()));

/** As a process that reads its environment anew. */
function startWith(authSecret: string): void {
  vi.stubGlobal("earshotEnv", undefined);
  vi.stubEnv("AUTH_SECRET", authSecret);
}

test("what was sealed opens again, also in another process", () => {
  startWith("the same, and long enough for AUTH_SECRET");
  const sealed = sealSecret(secret);
  startWith("the same, and long enough for AUTH_SECRET");
  expect(openSecret(sealed, hash)?.reveal()).toBe(words);
});

test("the same secret is sealed differently each time, and shows in none", () => {
  const [one, other] = [sealSecret(secret), sealSecret(secret)];
  expect(one.equals(other)).toBe(false);
  expect(one.toString("latin1")).not.toContain(words.slice(0, 8));
});

test("a change of any byte is noticed", () => {
  const sealed = sealSecret(secret);
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(openSecret(changed, hash)).toBeNull();
  }
  for (const length of sealed.keys()) {
    expect(openSecret(sealed.subarray(0, length), hash)).toBeNull();
  }
});

test("it opens neither in the row of another secret nor under another key", () => {
  const sealed = sealSecret(secret);
  expect(openSecret(sealed, hashSecret("another"))).toBeNull();
  startWith(randomUUID());
  expect(openSecret(sealed, hash)).toBeNull();
});
