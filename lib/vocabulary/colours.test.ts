import { expect, test } from "vitest";
import { chooseColours, chooseInterimColour, freeColours, mostColoured } from "./colours";

const statuses = ["completed", "Übergeben", "busy", "転送", "escalated", "parked"];

test("usual words have their colour, others one that nobody has while there is any", () => {
  const chosen = chooseColours(statuses, new Map());
  expect(chosen.map(({ colour }) => colour)).toEqual([
    ...["green", "blue", "pink", "amber", "violet", "teal"],
  ]);
});

test("what has a colour keeps it, and what comes later gets one that the fewest have", () => {
  const taken = new Map(chooseColours(statuses, new Map()).map((one) => [one.status, one.colour]));
  expect(chooseColours(["one more"], taken)).toEqual([{ status: "one more", colour: "brown" }]);
  const many = chooseColours(
    Array.from({ length: 70 }, (_, index) => `status ${index}`),
    new Map(),
  );
  for (const colour of freeColours) {
    expect(many.filter((one) => one.colour === colour)).toHaveLength(10);
  }
});

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
