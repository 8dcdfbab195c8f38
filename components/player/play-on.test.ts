import { expect, test } from "vitest";
import { findStep, packQueue, toQueue } from "./play-on";
import type { PlayerList } from "./playback-state";

const call = (id: string, canPlay = true) => ({ id, title: `Call ${id}`, canPlay, audio: null });
const list: PlayerList = {
  calls: [call("a"), call("b", false), call("c"), call("d")],
  after: "cursor",
  parameters: "status=completed",
};
const alive = () => false;

test("the calls of a list follow one another, over those that came without audio or have none", () => {
  const queue = toQueue(list, call("a"));
  expect(findStep(queue, 1, alive)).toBe(2);
  expect(findStep(queue, 1, (id) => id === "c")).toBe(3);
  expect(findStep(queue, -1, alive)).toBeNull();
  expect(findStep({ ...queue, index: 2 }, -1, alive)).toBe(0);
  expect(findStep({ ...queue, index: 3 }, 1, alive)).toBeNull();
});

test("a call from elsewhere is alone", () => {
  for (const from of [list, null]) {
    const queue = toQueue(from, { id: "z", title: "Call z" });
    expect(queue).toMatchObject({ index: 0, after: null, calls: [{ id: "z" }] });
    expect([findStep(queue, 1, alive), findStep(queue, -1, alive)]).toEqual([null, null]);
  }
});

test("over a reload the calls around are kept, and the list goes on only from its last one", () => {
  const calls = Array.from({ length: 1_000 }, (_, n) => call(String(n)));
  const middle = packQueue({ ...list, calls, index: 500 });
  expect(middle.calls.map(({ id }) => id)).toEqual(calls.slice(450, 650).map(({ id }) => id));
  expect(middle.after).toBeNull();
  expect(packQueue({ ...list, calls, index: 990 })).toMatchObject({ after: "cursor" });
  expect(packQueue({ ...list, calls, index: 990 }).calls.at(-1)?.id).toBe("999");
  expect(packQueue({ ...list, index: 0 })).toEqual(list);
});
