import { expect, test } from "vitest";
import type { FlagFilter } from "../filter/filter";
import { fitsGaps, listGaps, listTerms, toGaps, toYesMask, yesColumns } from "./counted-call";

const known = [true, false, null];
const choices: FlagFilter[] = [null, true, false, "empty", "not-empty"];

const calls = known.flatMap((transcript) =>
  known.flatMap((confirmed) =>
    known.flatMap((phoneOk) =>
      [true, false].map((incomplete) => ({ transcript, confirmed, phoneOk, incomplete })),
    ),
  ),
);
const allChoices = choices.flatMap((transcript) =>
  choices.flatMap((confirmed) =>
    choices.flatMap((phoneOk) =>
      choices.map((incomplete) => ({ transcript, confirmed, phoneOk, incomplete })),
    ),
  ),
);

function fits(choice: FlagFilter, answer: boolean | null): boolean {
  if (choice === "empty") return answer === null;
  if (choice === "not-empty") return answer !== null;
  return choice === null || choice === answer;
}

test("every choice of answers is counted from the yes to each choice of questions", () => {
  for (const choice of allChoices) {
    const fields = Object.keys(choice) as (keyof typeof choice)[];
    const fitting = calls.filter((call) => fields.every((one) => fits(choice[one], call[one])));
    // Of each kind of call another number, so that none stands for another.
    const numberOf = (call: (typeof calls)[number]) => 1 + calls.indexOf(call) ** 2;
    const counted = calls
      .filter((call) => fitsGaps(toGaps(call, call.incomplete), choice))
      .map((call) => {
        const yes = toYesMask(call);
        const terms = listTerms(choice).map(({ sign, column }) => {
          const mask = yesColumns.indexOf(column);
          return (yes & mask) === mask ? sign : 0;
        });
        return terms.reduce<number>((sum, term) => sum + term, 0) * numberOf(call);
      });
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(
      fitting.reduce((sum, call) => sum + numberOf(call), 0),
    );
  }
});

test("gaps are chosen only where some don't fit", () => {
  const none = { transcript: null, confirmed: null, phoneOk: null, incomplete: null };
  expect(listGaps(none)).toBeNull();
  expect(listGaps({ ...none, incomplete: false, transcript: true })).toEqual(["", "c", "p", "cp"]);
  expect(listGaps({ ...none, phoneOk: "empty", incomplete: true })).toEqual([
    "ip",
    "itp",
    "icp",
    "itcp",
  ]);
});
