import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { together } from "./boot";

const { signal } = new AbortController();

test("both results are given", async () => {
  const both = together(
    signal,
    async () => 1,
    async () => "two",
  );
  expect(await both).toEqual([1, "two"]);
});

test("when one fails the other is stopped, and the first reason is told", async () => {
  const failing = together(
    signal,
    async () => {
      throw new Error("the reason");
    },
    (stop) => sleep(60_000, undefined, { signal: stop }),
  );
  await expect(failing).rejects.toThrow("the reason");
});

test("it waits for what can't be stopped, so that its work is known", async () => {
  let opened = false;
  const failing = together(
    signal,
    async () => {
      throw new Error("the reason");
    },
    async () => {
      await sleep(50);
      opened = true;
    },
  );
  await expect(failing).rejects.toThrow("the reason");
  expect(opened).toBe(true);
});
