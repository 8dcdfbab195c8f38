import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { refusePage } from "@/lib/platform/answer";
import { PageQueue } from "./requests.mjs";

/** A response as far as the queue sees it. */
class Visit extends EventEmitter {
  req = { complete: true };
  status: number | undefined;
  headers: Record<string, unknown> = {};
  body = "";
  isBegun = false;

  writeHead(status: number, headers: Record<string, unknown> = {}) {
    Object.assign(this, { status, headers });
    return this;
  }

  end(body = "") {
    this.body = body;
  }
}

const limits = { width: 2, waiting: 4, refuse: refusePage };

function visit(queue: PageQueue, address: string): Visit {
  const one = new Visit();
  queue.add(one as unknown as ServerResponse, address, () => {
    one.isBegun = true;
  });
  return one;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const begun = (visits: Visit[]) => visits.map(({ isBegun }) => isBegun);

test("works on so many at a time, and on the next one with the head of an answer", async () => {
  const queue = new PageQueue(limits);
  const visits = [1, 2, 3, 4].map(() => visit(queue, "192.0.2.1"));
  expect(begun(visits)).toEqual([true, true, false, false]);
  visits[1]?.writeHead(200);
  visits[1]?.emit("close");
  await turn();
  expect(begun(visits)).toEqual([true, true, true, false]);
});

test("gives each address its turn, however many another one has waiting", async () => {
  const queue = new PageQueue({ ...limits, width: 1 });
  const order: string[] = [];
  const names = ["crowd", "crowd", "crowd", "ada", "ben"];
  const visits = names.map((name) => {
    const one = new Visit();
    queue.add(one as unknown as ServerResponse, name, () => {
      order.push(name);
      setImmediate(() => one.writeHead(200));
    });
    return one;
  });
  await vi.waitFor(() => expect(order).toHaveLength(visits.length));
  expect(order).toEqual(["crowd", "crowd", "ada", "ben", "crowd"]);
});

test("refuses the last of the longest line when too many wait, with when to come again", () => {
  const queue = new PageQueue(limits);
  const crowd = Array.from({ length: 6 }, () => visit(queue, "crowd"));
  const beyond = visit(queue, "crowd");
  const ada = visit(queue, "ada");
  expect([...crowd, beyond, ada].map(({ status }) => status)).toEqual([
    ...Array(5).fill(undefined),
    503,
    503,
    undefined,
  ]);
  expect(beyond.headers["Retry-After"]).toBe("2");
  expect(JSON.parse(beyond.body)).toMatchObject({ status: 503, code: "pages-busy" });
});

test("who goes away while waiting leaves the place, and who goes away at work the turn", async () => {
  const queue = new PageQueue(limits);
  const visits = Array.from({ length: 6 }, () => visit(queue, "192.0.2.1"));
  visits[2]?.emit("close");
  const late = visit(queue, "192.0.2.1");
  expect(late.status).toBeUndefined();
  visits[0]?.emit("close");
  await turn();
  expect(begun([...visits, late])).toEqual([true, true, false, true, false, false, false]);
});

test("a turn without an end is over after its longest time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const queue = new PageQueue({ ...limits, width: 1, turnMs: 5_000 });
  const [slow, next] = [visit(queue, "slow"), visit(queue, "ada")];
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await turn();
  expect(begun([slow, next])).toEqual([true, true]);
});
