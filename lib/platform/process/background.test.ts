import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { collectWhenQuiet } from "./background";

setFlagsFromString("--expose-gc");
globalThis.gc ??= runInNewContext("gc");

/** Tells whether something that nobody holds is still in memory. */
function leaveGarbage(): () => boolean {
  const garbage = new WeakRef({ text: "x".repeat(1_000) });
  return () => garbage.deref() !== undefined;
}

test("the garbage of many events is collected in the first quiet second, not before", async () => {
  const isThere = leaveGarbage();
  collectWhenQuiet(9_900);
  await sleep(2_500);
  expect(isThere()).toBe(true);
  for (let n = 0; n < 15; n++) {
    collectWhenQuiet(150);
    await sleep(100);
  }
  expect(isThere()).toBe(true);
  await vi.waitFor(() => expect(isThere()).toBe(false), 5_000);
});
