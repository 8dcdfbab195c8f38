import { expect, test } from "vitest";
import { chooseColours } from "./choose-colours";
import { freeColours } from "./colours";

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
