import { expect, test } from "vitest";
import { reportSchema } from "@/lib/heard/store";
import { PlayedQueue, type TextStore, toReport } from "./played-queue";

function newStore(): TextStore & { map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    get length() {
      return map.size;
    },
    key: (at) => [...map.keys()][at] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, text) => void map.set(key, text),
    removeItem: (key) => void map.delete(key),
  };
}

const start = 1_800_000_000_000;

test("what is played is one listen, told whole each time, until another call begins", () => {
  const store = newStore();
  const queue = new PlayedQueue(store, "ann");
  queue.add("a", [0, 4], null, start + 4_000);
  const one = queue.add("a", [4, 8.2], 60, start + 8_000);
  queue.add("b", [0, 4], 9, start + 12_000);
  expect(queue.list(start + 12_000).map(({ recordingId }) => recordingId)).toEqual(["a", "b"]);
  const report = toReport(one, start + 18_000);
  expect(reportSchema.parse(report)).toEqual({
    userId: "ann",
    durationSeconds: 60,
    listens: [{ id: one.id, startedAgoMs: 18_000, lastAgoMs: 10_000, ranges: [[0, 8]] }],
  });
});

test("what arrived is forgotten, but for what was played since", () => {
  const queue = new PlayedQueue(newStore(), "ann");
  const sent = queue.add("a", [0, 4], null, start);
  const since = queue.add("a", [4, 8], null, start + 4_000);
  queue.drop(sent);
  expect(queue.list(start)).toEqual([since]);
  queue.drop(since);
  expect(queue.list(start)).toEqual([]);
  // It goes on as the same listen.
  expect(queue.add("a", [8, 12], null, start + 8_000)).toMatchObject({
    id: sent.id,
    stretches: [[0, 12]],
  });
});

test("another page sends what one left behind, and nobody what somebody else played", () => {
  const store = newStore();
  const left = new PlayedQueue(store, "ann").add("a", [0, 4], null, start);
  expect(new PlayedQueue(store, "bob").list(start)).toEqual([]);
  expect(new PlayedQueue(store, "ann").list(start)).toEqual([left]);
});

test("whoever comes back much later listens once more", () => {
  const queue = new PlayedQueue(newStore(), "ann");
  const one = queue.add("a", [0, 4], null, start);
  expect(queue.add("a", [4, 8], null, start + 11 * 60_000).id).not.toBe(one.id);
});

test("a listen of very many pieces goes on as another one, which the server takes", () => {
  const queue = new PlayedQueue(newStore(), "ann");
  const all = Array.from({ length: 1_000 }, (_, at) =>
    queue.add("a", [2 * at, 2 * at + 1], null, start + at),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(4);
  for (const one of queue.list(start + 1_000)) reportSchema.parse(toReport(one, start + 1_000));
});

test("what lies in the storage and is none is cleared away, as is what is too old or too much", () => {
  const store = newStore();
  for (const text of ["", "{", "null", "7", '{"id":"x"}', '{"stretches":[[1]]}']) {
    store.setItem(`earshot-heard:${text}`, text);
  }
  const queue = new PlayedQueue(store, "ann");
  expect(queue.list(start)).toEqual([]);
  expect(store.map.size).toBe(0);
  for (let at = 0; at < 520; at += 1) queue.add(`call ${at}`, [0, 4], null, start + at);
  expect(queue.list(start + 600)).toHaveLength(500);
  expect(queue.list(start + 600)[0]?.recordingId).toBe("call 20");
  expect(queue.list(start + 60 * 86_400_000)).toEqual([]);
});

test("a storage that is full or forbidden is not in the way", () => {
  const store = newStore();
  store.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  expect(new PlayedQueue(store, "ann").add("a", [0, 4], null, start).stretches).toEqual([[0, 4]]);
});

test("less than half a second is nothing to tell", () => {
  const queue = new PlayedQueue(newStore(), "ann");
  expect(toReport(queue.add("a", [3.1, 3.4], null, start), start)).toBeNull();
});
