import { expect, test } from "vitest";
import { type Rest, runLoop } from "./loop";

const long = 60_000;

test("what wakes a loop ends its rest, but for a whole one", async () => {
  const rests: Rest[] = [long, { ms: 50, isWhole: true }, long];
  let turns = 0;
  const loop = runLoop({ turn: async () => rests[turns++] ?? long });
  await expect.poll(() => turns).toBe(1);
  loop.wake();
  await expect.poll(() => turns).toBe(2);
  const woken = performance.now();
  loop.wake();
  await expect.poll(() => turns).toBe(3);
  expect(performance.now() - woken).toBeGreaterThan(40);
  await loop.stop();
  expect(turns).toBe(3);
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
