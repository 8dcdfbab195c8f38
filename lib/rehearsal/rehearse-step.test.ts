import { describe, expect, test } from "vitest";
import type { Expectation } from "./plan";
import { type Found, judgeStep } from "./rehearse-step";

const call = { status: "completed", campaign: null, deliveries: 2, contents: 1 };
const expected: Expectation = { outcome: "unchanged", call };
const found: Found = { areBytesKept: true, call };
const came = {
  answer: { status: 202, afterMs: 4 },
  stored: { outcome: "unchanged" as const, afterMs: 30, problems: [] },
  audioFault: null,
};

describe("a step", () => {
  test("passes when all is as expected", () => {
    expect(judgeStep(came, found, expected)).toEqual([]);
  });

  test.each([
    [{ answer: { status: 401, afterMs: 4 } }, { code: "answered", found: 401, expected: 202 }],
    [{ answer: null }, { code: "answered", found: null, expected: 202 }],
    [{ stored: null }, { code: "notStored" }],
    [
      { stored: { ...came.stored, outcome: "superseded" as const } },
      { code: "outcome", found: "superseded", expected: "unchanged" },
    ],
  ])("fails by %j", (change, difference) => {
    expect(judgeStep({ ...came, ...change }, found, expected)).toEqual([difference]);
  });

  test.each([
    [{ areBytesKept: false }, { code: "bytesChanged" }],
    [{ call: null }, { code: "noRecording" }],
    [
      { call: { ...call, campaign: "spring" } },
      { code: "campaign", found: "spring", expected: null },
    ],
    [{ call: { ...call, status: "new" } }, { code: "status", found: "new", expected: "completed" }],
    [{ call: { ...call, deliveries: 1 } }, { code: "deliveries", found: 1, expected: 2 }],
    [{ call: { ...call, contents: 2 } }, { code: "contents", found: 2, expected: 1 }],
  ])("fails by what is stored: %j", (change, difference) => {
    expect(judgeStep(came, { ...found, ...change }, expected)).toEqual([difference]);
  });

  test("that can't be understood fails when it makes a recording, or is held back for nothing", () => {
    const held = { ...came, stored: { ...came.stored, outcome: "quarantined" as const } };
    expect(judgeStep(held, found, { outcome: "quarantined", call: null })).toEqual([
      { code: "heldForNothing" },
      { code: "recordingMade" },
    ]);
  });

  test("with a dead link fails when there is sound", () => {
    const mute = { ...expected, isMute: true as const };
    expect(judgeStep({ ...came, audioFault: "audio-unreachable" }, found, mute)).toEqual([]);
    expect(judgeStep(came, found, mute)).toEqual([{ code: "soundThere" }]);
  });
});
