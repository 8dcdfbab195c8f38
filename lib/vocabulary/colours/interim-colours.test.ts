import { expect, test } from "vitest";
import { freeColours } from "./colours";
import { chooseInterimColour, mostColoured } from "./interim-colours";

test("statuses that come at once share no colour while one is free, in any order of asking", () => {
  const chosen = new Map([["promised", "blue" as const]]);
  const fresh = freeColours.slice(1).map((_, index) => `fresh ${index}`);
  const given = fresh.map((status) => chooseInterimColour(status, chosen));
  expect(new Set([...given, "blue"]).size).toBe(freeColours.length);
  expect(fresh.toReversed().map((status) => chooseInterimColour(status, chosen))).toEqual(
    given.toReversed(),
  );
});

test("one gives way once its colour was given to another, while one is free", () => {
  const first = chooseInterimColour("late", new Map());
  const others = freeColours.filter((colour) => colour !== first).slice(1);
  const chosen = new Map([first, ...others].map((colour) => [`given ${colour}`, colour]));
  // What other tests asked for counts no longer once it was given.
  for (const index of freeColours.keys()) chosen.set(`fresh ${index}`, first);
  expect(chooseInterimColour("late", chosen)).not.toBe(first);
});

test("the usual words keep their colour, whoever has it, too", () => {
  const chosen = new Map([["wrong person", "red" as const]]);
  expect(chooseInterimColour("Failed", chosen)).toBe("red");
});

test("of too many statuses nothing is remembered", () => {
  const chosen = new Map(
    Array.from({ length: mostColoured }, (_, index) => [`status ${index}`, "teal" as const]),
  );
  const colour = chooseInterimColour("one too many", chosen);
  expect(freeColours).toContain(colour);
  expect(chooseInterimColour("one too many", chosen)).toBe(colour);
});
