import { describe, expect, test } from "vitest";
import { suggestMerges } from "./read-vocabulary";

/** The first is the most frequent. */
const named = (...names: string[]) =>
  names.map((name, index) => ({ name, calls: names.length - index }));

describe("names that are suggested as one", () => {
  test.each([
    ["completed", "Completed"],
    ["completed", "complted"],
    ["completed", "compelted"],
    ["completed", "COMPLETED "],
    ["no answer", "no_answer"],
    ["no-answer", "NoAnswer"],
    ["voicemail", "voice mail"],
    ["cancelled", "canceled"],
    ["busy", "busyy"],
    ["spring_26", "Spring-26"],
    ["Café", "cafe"],
    ["مكتمل", "مكتملل"],
    ["完了済み状態", "完了済状態"],
  ])("%s ← %s", (into, other) => {
    expect(suggestMerges(named(into, other))).toEqual([{ into, names: [other] }]);
  });

  test.each([
    ["spring 25", "spring 26"],
    ["campaign 1", "campaign 11"],
    ["answered", "unanswered"],
    ["complete", "incomplete"],
    ["yes", "yep"],
    ["failed", "busy"],
    ["done", "gone"],
    ["completed", "complimented"],
    ["1", "2"],
    ["---", "___"],
    ["🎉", "🎊"],
  ])("but not %s and %s", (one, other) => {
    expect(suggestMerges(named(one, other))).toEqual([]);
  });

  test("go into the most frequent one, each once", () => {
    expect(suggestMerges(named("completed", "failed", "complted", "faild", "Completed"))).toEqual([
      { into: "completed", names: ["complted", "Completed"] },
      { into: "failed", names: ["faild"] },
    ]);
  });

  test("go to the nearest one", () => {
    const names = named("scheduled for later", "scheduled forlate", "scheduled for late");
    const without = (name: string, other: string) =>
      [name, other].every((one) => names.slice(0, 2).some((known) => known.name === one));
    expect(suggestMerges(names, without)).toEqual([
      { into: "scheduled forlate", names: ["scheduled for late"] },
    ]);
  });
});

test("what somebody called distinct isn't suggested again, others are", () => {
  const distinct = (name: string, other: string) =>
    [name, other].sort().join() === "Completed,completed";
  expect(suggestMerges(named("completed", "Completed", "complted"), distinct)).toEqual([
    { into: "completed", names: ["complted"] },
  ]);
});

test("values that aren't counted yet are compared as well", () => {
  const names = ["completed", "complted"].map((name) => ({ name, calls: null }));
  expect(suggestMerges(names)).toEqual([{ into: "completed", names: ["complted"] }]);
});

test("hundreds of long names that begin and end alike are compared in a moment", () => {
  const many = Array.from({ length: 500 }, (_, n) =>
    n.toString(2).padStart(9, "0").replaceAll("0", "xyz").replaceAll("1", "uvw"),
  );
  const names = named(...many.map((name) => `a${name}${"bcdefgh".repeat(8)}${name}`));
  const began = performance.now();
  expect(suggestMerges(names)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(5_000);
});
