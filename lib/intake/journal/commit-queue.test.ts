import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { CommitQueue, LateCommitError } from "./commit-queue";

const timeoutMs = 100;

test("commits one group at a time, in order, and together what came meanwhile", async () => {
  const groups: number[][] = [];
  let running = 0;
  const queue = new CommitQueue<number>(async (items) => {
    expect(++running).toBe(1);
    await sleep(5);
    groups.push(items);
    running--;
  }, 5_000);
  await Promise.all([1, 2].map((n) => queue.add(n)));
  const first = queue.add(3);
  await sleep(2);
  await Promise.all([first, queue.add(4), queue.add(5)]);
  expect(groups).toEqual([[1, 2], [3], [4, 5]]);
});

test("a failed commit refuses its own group and no other", async () => {
  let fails = true;
  const queue = new CommitQueue<number>(async () => {
    if (fails) throw new Error("a bad sector");
  }, timeoutMs);
  const refused = await Promise.allSettled([1, 2].map((n) => queue.add(n)));
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  await expect(queue.add(3)).resolves.toBeUndefined();
});

test("a commit that hangs holds nobody for ever, and goes on when it comes back", async () => {
  const committed: number[] = [];
  let comeBack = () => {};
  let hanging: Promise<void> | null = new Promise((resolve) => {
    comeBack = resolve;
  });
  const queue = new CommitQueue<number>(async (items) => {
    await hanging;
    committed.push(...items);
  }, timeoutMs);

  const beganMs = performance.now();
  const held = queue.add(1);
  await sleep(timeoutMs / 2);
  const behind = queue.add(2);
  await expect(held).rejects.toThrow(LateCommitError);
  await expect(behind).rejects.toThrow(LateCommitError);
  expect(performance.now() - beganMs).toBeLessThan(timeoutMs * 3);
  const askedMs = performance.now();
  await expect(queue.add(3)).rejects.toThrow(LateCommitError);
  expect(performance.now() - askedMs).toBeLessThan(timeoutMs / 2);

  hanging = null;
  comeBack();
  await queue.settled();
  await queue.add(4);
  // The first was under way already; of those that were refused while they waited, none is kept.
  expect(committed).toEqual([1, 4]);
});

test("a commit that was done while the process was too busy to hear of it is not late", async () => {
  const path = join(tmpdir(), `earshot-commit-${process.pid}`);
  const file = await open(path, "w");
  const queue = new CommitQueue<string>(async (items) => {
    await file.write(items.join());
    await file.datasync();
  }, timeoutMs);
  const first = queue.add("an event");
  await new Promise((resolve) => setImmediate(resolve));
  const busyUntilMs = performance.now() + 5 * timeoutMs;
  while (performance.now() < busyUntilMs);
  await expect(Promise.all([first, queue.add("the next one")])).resolves.toHaveLength(2);
  await file.close();
  await rm(path);
});
