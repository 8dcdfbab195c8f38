import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LostLease } from "./lease-sql";
import { holdWhile } from "./task-lease";

const everyMs = 5;

test("a lease is renewed while the work goes on, and no longer", async () => {
  let renewed = 0;
  let isRenewing = false;
  const renew = async () => {
    expect(isRenewing).toBe(false);
    isRenewing = true;
    await sleep(3 * everyMs);
    isRenewing = false;
    renewed++;
  };
  const result = await holdWhile({ renew, everyMs }, async () => {
    while (renewed < 3) await sleep(1);
    return "done";
  });
  expect(result).toBe("done");
  expect(isRenewing).toBe(false);
  const atEnd = renewed;
  await sleep(10 * everyMs);
  expect(renewed).toBe(atEnd);
});

test("what fails is tried again, and the work goes on", async () => {
  let tried = 0;
  const renew = async () => {
    tried++;
    throw new Error("the database is away");
  };
  await holdWhile({ renew, everyMs }, async (signal) => {
    while (tried < 3) await sleep(1);
    expect(signal.aborted).toBe(false);
  });
});

test("the work learns that the lease is lost, and whoever asked for it", async () => {
  let tried = 0;
  const renew = async () => {
    tried++;
    throw new LostLease();
  };
  const holding = holdWhile({ renew, everyMs }, (signal) => sleep(60_000, undefined, { signal }));
  await expect(holding).rejects.toBeInstanceOf(LostLease);
  await sleep(10 * everyMs);
  expect(tried).toBe(1);
});

test("work that is to end for another reason ends with that", async () => {
  const stopping = new AbortController();
  const renew = async () => undefined;
  const holding = holdWhile({ renew, everyMs, signal: stopping.signal }, (signal) =>
    sleep(60_000, undefined, { signal }),
  );
  stopping.abort();
  await expect(holding).rejects.toMatchObject({ name: "AbortError" });
});
