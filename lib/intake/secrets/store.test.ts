import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { hashSecret } from "./check/known-secrets";

const words = "a-secret-of-more-than-24-characters";
const secret = new Secret(words);
const hash = hashSecret(words);

beforeEach(() => startWith(randomUUID()));

function startWith(authSecret: string): void {
  vi.resetModules();
  vi.stubEnv("AUTH_SECRET", authSecret);
}

/** As a process that reads its environment anew. */
function cipher() {
  return import("./store");
}

test("what was sealed opens again, also in another process", async () => {
  startWith("the same, and long enough for AUTH_SECRET");
  const sealed = (await cipher()).sealSecret(secret);
  startWith("the same, and long enough for AUTH_SECRET");
  expect((await cipher()).openSecret(sealed, hash)?.reveal()).toBe(words);
});

test("the same secret is sealed differently each time, and shows in none", async () => {
  const { sealSecret } = await cipher();
  const [one, other] = [sealSecret(secret), sealSecret(secret)];
  expect(one.equals(other)).toBe(false);
  expect(one.toString("latin1")).not.toContain(words.slice(0, 8));
});

test("a change of any byte is noticed", async () => {
  const { sealSecret, openSecret } = await cipher();
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

test("it opens neither in the row of another secret nor under another key", async () => {
  const sealed = (await cipher()).sealSecret(secret);
  expect((await cipher()).openSecret(sealed, hashSecret("another"))).toBeNull();
  startWith(randomUUID());
  expect((await cipher()).openSecret(sealed, hash)).toBeNull();
});
