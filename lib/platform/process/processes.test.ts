import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { newGiveWay } from "./processes";

/** Processors of which programs of normal priority have taken this share since the first look. */
function processors(share: () => number) {
  const beganMs = performance.now();
  return () => {
    const total = performance.now() - beganMs;
    return { user: share() * total, total };
  };
}

async function workFor(ms: number, giveWay: () => Promise<number>) {
  const endMs = performance.now() + ms;
  let restedMs = 0;
  while (performance.now() < endMs) {
    await sleep(2);
    restedMs += await giveWay();
  }
  return restedMs;
}

describe("giving way", () => {
  it("goes on without a rest while the processors are hardly taken", async () => {
    const giveWay = newGiveWay(processors(() => 0.2));
    expect(await workFor(2_000, giveWay)).toBe(0);
  });

  it("rests most of the time while they are, in all its parts at once, and works again after it", async () => {
    let share = 0.5;
    const giveWay = newGiveWay(processors(() => share));
    await sleep(1_050);
    await giveWay();
    const each = await Promise.all([workFor(2_000, giveWay), workFor(2_000, giveWay)]);
    for (const restedMs of each) expect(restedMs).toBeGreaterThan(1_400);

    share = 0;
    await sleep(1_050);
    await giveWay();
    expect(await workFor(300, giveWay)).toBe(0);
  });
});
