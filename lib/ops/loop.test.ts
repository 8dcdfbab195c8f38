import { expect, test } from "vitest";
import { type Rest, runLoop } from "./loop";

const long = 60_000;

test("what wakes a loop ends its rest, but for a whole one", async () => {
  const wholeMs = 500;
  const rests: Rest[] = [long, { ms: wholeMs, isWhole: true }];
  const turnsMs: number[] = [];
  const loop = runLoop({
    turn: async () => {
      turnsMs.push(performance.now());
      return rests.shift() ?? long;
    },
  });
  await expect.poll(() => turnsMs.length).toBe(1);
  loop.wake();
  await expect.poll(() => turnsMs.length).toBe(2);
  loop.wake();
  await expect.poll(() => turnsMs.length).toBe(3);
  const [, second = 0, third = 0] = turnsMs;
  expect(third - second).toBeGreaterThan(wholeMs - 10);
  await loop.stop();
  expect(turnsMs.length).toBe(3);
});

test.each<[string, Rest]>([
  ["a rest", long],
  ["a whole rest", { ms: long, isWhole: true }],
])("a loop that is stopped in %s is over at once", async (_, rest) => {
  const did: string[] = [];
  const loop = runLoop({
    turn: async () => {
      did.push("turn");
      return rest;
    },
    atEnd: async () => void did.push("end"),
  });
  await expect.poll(() => did).toEqual(["turn"]);
  await loop.stop();
  expect(did).toEqual(["turn", "end"]);
});
