import fc from "fast-check";
import { expect, test } from "vitest";
import { EventClock } from "./event-clock";

const startMs = Date.UTC(2026, 10, 20, 10);
const [secondMs, dayMs] = [1_000, 86_400_000];
const yearMs = 365 * dayMs;

/** A machine whose clock can be set, beside time itself. */
function newMachine() {
  const machine = { trueMs: startMs, setAheadMs: 0, asleepMs: 0 };
  const clock = new EventClock(
    () => machine.trueMs + machine.setAheadMs,
    () => machine.trueMs - startMs - machine.asleepMs,
    () => machine.asleepMs,
  );
  return {
    clock,
    pass: (ms: number) => {
      machine.trueMs += ms;
    },
    sleep: (ms: number) => {
      machine.trueMs += ms;
      machine.asleepMs += ms;
    },
    set: (aheadMs: number) => {
      machine.setAheadMs = aheadMs;
    },
    /** Milliseconds by which it is wrong. */
    error: () => clock.nowMs() - machine.trueMs,
  };
}

test("small corrections of the machine's clock are followed at once", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -60_000, max: 60_000 })), (corrections) => {
      const { clock, pass, set, error } = newMachine();
      for (const correction of corrections) {
        pass(secondMs);
        set(correction);
        // Two at the ends of the range lie further apart than a correction does.
        clock.hear(correction);
        expect(error()).toBe(correction);
      }
    }),
  );
});

test.each([dayMs, -dayMs, yearMs, -yearMs])(
  "a leap of %d ms of the machine alone is never followed",
  (leap) => {
    const { clock, pass, set, error } = newMachine();
    pass(10 * secondMs);
    set(leap);
    expect(error()).toBe(0);
    pass(9 * secondMs);
    clock.hear(leap);
    expect(error()).toBe(0);
    pass(dayMs);
    expect(error()).toBe(0);
    // It is put right again, before the database was asked.
    set(0);
    expect(error()).toBe(0);
    pass(10 * secondMs);
    clock.hear(0);
    expect(error()).toBe(0);
  },
);

test("a leap that the database has made as well is followed once it says so", () => {
  const { clock, pass, set, error } = newMachine();
  set(dayMs);
  expect(error()).toBe(0);
  pass(10 * secondMs);
  clock.hear(0);
  expect(error()).toBe(dayMs);
});

test("a leap that nobody speaks against is followed after a minute", () => {
  const { pass, set, error } = newMachine();
  set(yearMs);
  expect(error()).toBe(0);
  pass(59 * secondMs);
  expect(error()).toBe(0);
  pass(2 * secondMs);
  expect(error()).toBe(yearMs);
});

test("a machine that slept is followed at once, and one whose clock was set meanwhile is not", () => {
  const { pass, sleep, set, error } = newMachine();
  pass(secondMs);
  sleep(8 * 3_600_000);
  expect(error()).toBe(0);
  pass(secondMs);
  sleep(600_000);
  set(dayMs);
  expect(error()).not.toBe(dayMs);
});

test("one that starts with a wrong clock goes by the database's from the first answer on", () => {
  const { clock, set, error } = newMachine();
  set(yearMs);
  clock.hear(yearMs);
  expect(error()).toBe(0);
});

test("one that starts with a clock a year ahead goes on from the last event until the database speaks", () => {
  const { clock, pass, set, error } = newMachine();
  set(yearMs);
  clock.resumeFrom(startMs - 5 * secondMs);
  expect(error()).toBe(-5 * secondMs);
  pass(20 * secondMs);
  expect(error()).toBe(-5 * secondMs);
  clock.hear(yearMs);
  expect(error()).toBe(0);
  // Nothing that is told later changes what the database has said.
  set(0);
  clock.hear(0);
  clock.resumeFrom(startMs - yearMs);
  expect(error()).toBe(0);
});

test("one that was off for a year is believed once the database says so, or after a minute", () => {
  for (const askDatabase of [true, false]) {
    const { clock, pass, error } = newMachine();
    clock.resumeFrom(startMs - yearMs);
    expect(error()).toBe(-yearMs);
    pass(askDatabase ? secondMs : 61 * secondMs);
    if (askDatabase) clock.hear(0);
    expect(error()).toBe(0);
  }
});

test.each([0, secondMs, dayMs, 30 * dayMs, -dayMs, -yearMs])(
  "one that was last heard of %d ms ago goes by its clock",
  (agoMs) => {
    const { clock, error } = newMachine();
    clock.resumeFrom(startMs - agoMs);
    expect(error()).toBe(0);
  },
);
