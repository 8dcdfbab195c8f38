import { describe, expect, test } from "vitest";
import { type Found, judgeStep } from "./judge-step";
import type { Expectation } from "./plan-deliveries";

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
    [{ answer: { status: 401, afterMs: 4 } }, "The webhook answered 401 instead of 202."],
    [{ answer: null }, "The webhook answered nothing instead of 202."],
    [{ stored: null }, "It was acknowledged, and did not reach the ledger in time."],
    [
      { stored: { ...came.stored, outcome: "superseded" as const } },
      "Its outcome is “superseded” instead of “unchanged”.",
    ],
  ])("fails by %j", (change, difference) => {
    expect(judgeStep({ ...came, ...change }, found, expected)).toEqual([difference]);
  });

  test.each([
    [{ areBytesKept: false }, "Its bytes were not kept as they were sent."],
    [{ call: null }, "No recording was made of it."],
    [
      { call: { ...call, campaign: "spring" } },
      "The recording’s campaign is “spring” instead of none.",
    ],
    [
      { call: { ...call, status: "new" } },
      "The recording’s status is “new” instead of “completed”.",
    ],
    [{ call: { ...call, deliveries: 1 } }, "The number of its deliveries is 1 instead of 2."],
    [{ call: { ...call, contents: 2 } }, "The number of its contents is 2 instead of 1."],
  ])("fails by what is stored: %j", (change, difference) => {
    expect(judgeStep(came, { ...found, ...change }, expected)).toEqual([difference]);
  });

  test("that can't be understood fails when it makes a recording, or is held back for nothing", () => {
    const held = { ...came, stored: { ...came.stored, outcome: "quarantined" as const } };
    expect(judgeStep(held, found, { outcome: "quarantined", call: null })).toEqual([
      "It was held back without a reason.",
      "A recording was made of it, although it can’t be understood.",
    ]);
  });

  test("with a dead link fails when there is sound", () => {
    const mute = { ...expected, isMute: true as const };
    expect(judgeStep({ ...came, audioFault: "audio-unreachable" }, found, mute)).toEqual([]);
    expect(judgeStep(came, found, mute)).toHaveLength(1);
  });
});
