import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckedCall } from "../sql/files";
import { checkSound, measureAudible, soundChecks } from "./check-sound";

const talk: CheckedCall = {
  minutesUsed: 3,
  status: "completed",
  isPhoneNumberCorrect: true,
  durationMs: 170_000,
  audible: [800, 700],
  sameElsewhere: 0,
  sourceGoneAt: null,
};

const kinds = (change: Partial<CheckedCall>) =>
  checkSound({ ...talk, ...change }).map(({ check }) => check);

test("an ordinary call passes all of them, and so does one of which nothing is known", () => {
  expect(checkSound(talk)).toEqual([]);
  const unknown = {
    minutesUsed: null,
    isPhoneNumberCorrect: null,
    durationMs: null,
    audible: null,
  };
  expect(kinds({ ...unknown, status: "" })).toEqual([]);
});

test("minutes may be rounded either way, and be one apart", () => {
  expect([1, 2, 3, 4].map((minutesUsed) => kinds({ minutesUsed }))).toEqual([[], [], [], []]);
  expect(kinds({ minutesUsed: 5 })).toEqual(["length"]);
  expect(kinds({ minutesUsed: 0 })).toEqual(["length"]);
  expect(kinds({ minutesUsed: 0, durationMs: 61_000 })).toEqual([]);
  expect(checkSound({ ...talk, minutesUsed: 12 })).toEqual([
    { check: "length", durationMs: 170_000, minutesUsed: 12 },
  ]);
});

test("silence, near-silence and one silent side are three different things", () => {
  expect(kinds({ audible: [0, 0] })).toEqual(["silent"]);
  expect(checkSound({ ...talk, audible: [0, 12] })).toEqual([
    { check: "near_silent", percent: 1.2 },
  ]);
  expect(checkSound({ ...talk, audible: [3, 600] })).toEqual([
    { check: "one_sided", silentChannel: 1 },
  ]);
  expect(kinds({ audible: [0, 1, 600] })).toEqual([]);
  expect(kinds({ audible: [600] })).toEqual([]);
  expect(kinds({ audible: [] })).toEqual([]);
});

test("a long talk with a wrong number, and a recording of what nobody answered", () => {
  expect(kinds({ isPhoneNumberCorrect: false })).toEqual(["wrong_number_talk"]);
  expect(kinds({ isPhoneNumberCorrect: false, durationMs: 40_000, minutesUsed: 1 })).toEqual([]);
  for (const status of ["No-Answer", "no_answer", " busy "]) {
    expect(kinds({ status })).toEqual(["unanswered"]);
  }
  expect(kinds({ status: "no-answer", durationMs: 4_000, minutesUsed: 0 })).toEqual([]);
  expect(kinds({ status: "no-answer", audible: [0] })).toEqual(["silent"]);
});

test("the same sound on another call", () => {
  expect(checkSound({ ...talk, sameElsewhere: 2 })).toEqual([{ check: "same_sound", others: 2 }]);
});

test("each channel is measured by itself, whatever it holds", () => {
  expect(measureAudible(Uint8Array.of(0, 3, 4, 255, 0, 0, 0, 0), 2)).toEqual([500, 0]);
  expect(measureAudible(new Uint8Array(0), 1)).toEqual([]);
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.integer({ min: 1, max: 8 }),
      (peaks, channels) => {
        const shares = measureAudible(peaks, channels);
        expect(shares.every((share) => share >= 0 && share <= 1_000)).toBe(true);
        const told = checkSound({ ...talk, audible: shares });
        expect(told.every(({ check }) => soundChecks.includes(check))).toBe(true);
      },
    ),
  );
});
