import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { seqsPerMs } from "@/lib/recordings/record/call-record";
import {
  acceptedAtOf,
  firstSeqOf,
  SequenceGenerator,
  toAcceptedSeq,
  toDeliveryId,
} from "./sequence";

const anInstantMs = Date.UTC(2026, 10, 20, 10);

test("sequences rise, whatever the wall clock does", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5_000, max: 5_000 })), (jumps) => {
      let nowMs = anInstantMs;
      const clock = new SequenceGenerator(3, 0n, () => nowMs);
      let last = clock.next();
      for (const jump of jumps) {
        nowMs += jump;
        const next = clock.next();
        expect(next).toBeGreaterThan(last);
        last = next;
      }
    }),
  );
});

test("a clock goes on after the last sequence of the one before it", () => {
  const before = new SequenceGenerator(1, 0n, () => anInstantMs).next();
  const after = new SequenceGenerator(2, before, () => anInstantMs - 3_600_000).next();
  expect(after).toBeGreaterThan(before);
});

test("a correction of the machine's clock is followed by the next sequence", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: anInstantMs });
  const clock = new SequenceGenerator(1, 0n);
  clock.next();
  vi.setSystemTime(anInstantMs + 60_000);
  expect(acceptedAtOf(clock.next())).toBe(anInstantMs + 60_000);
  vi.useRealTimers();
});

test("two generators never give the same sequence", () => {
  const generators = [0, 1, 4095].map(
    (nodeId) => new SequenceGenerator(nodeId, 0n, () => anInstantMs),
  );
  const sequences = generators.flatMap((clock) => Array.from({ length: 100 }, () => clock.next()));
  expect(new Set(sequences).size).toBe(300);
});

test("an id carries its sequence and time", () => {
  fc.assert(
    fc.property(fc.nat(4095), fc.integer({ min: 1, max: 2 ** 50 }), (nodeId, micros) => {
      const acceptedSeq = (BigInt(micros) << 12n) | BigInt(nodeId);
      const id = toDeliveryId(acceptedSeq);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(toAcceptedSeq(id)).toBe(acceptedSeq);
      expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(acceptedAtOf(acceptedSeq));
    }),
  );
});

test.each([
  "",
  "x",
  "01a1f80b-3cda-4b58-800f-31b7db2ed6a0",
  "00000000-0000-7000-8000-000000000000",
])("%j is no delivery's id", (text) => {
  expect(toAcceptedSeq(text)).toBeUndefined();
});

test("the ledger knows how many sequences a millisecond has", () => {
  const atMs = Date.UTC(2026, 10, 20);
  expect(firstSeqOf(atMs + 1) - firstSeqOf(atMs)).toBe(seqsPerMs);
});
