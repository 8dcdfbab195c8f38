import { beforeEach, expect, test } from "vitest";
import {
  chooseColours,
  chooseInterimColour,
  findFreeColour,
  forgetInterimColours,
  freeColours,
  neutralColour,
} from "./colours";
import type { Colour } from "./views";

/** The most calls first. */
const rank = (...statuses: string[]) =>
  statuses.map((status, index) => ({ status, calls: 2 + statuses.length - index }));
const nobody = { held: new Map<string, Colour>(), given: new Set<Colour>() };
const choose = (ranked: ReturnType<typeof rank>, { held, given } = nobody) =>
  Object.fromEntries(chooseColours(ranked, held, given));
const toHeld = (chosen: Record<string, Colour>) => new Map(Object.entries(chosen));
const many = Array.from({ length: 30 }, (_, index) => `status ${index}`);

beforeEach(() => forgetInterimColours());

test("usual words have their colour where nobody else has it, any other word one of its own", () => {
  const others = ["Übergeben", "転送", "answered", "done", "error"];
  expect(choose(rank("completed", ...others, "failed", "no answer"))).toEqual({
    completed: "green",
    Übergeben: "blue",
    転送: "teal",
    answered: "brown",
    done: "lime",
    error: "red",
    failed: "violet",
    "no answer": "amber",
  });
});

test("no two have the same while any is free, the rarest share the neutral one", () => {
  const chosen = choose(rank("failed", ...many, "completed"));
  const own = Object.values(chosen).filter((colour) => colour !== neutralColour);
  expect(new Set(own).size).toBe(own.length);
  expect(own).toHaveLength(2 + freeColours.length);
  const without = Object.keys(chosen).filter((status) => chosen[status] === neutralColour);
  expect(without).toEqual(many.slice(freeColours.length));
});

test("what has a colour keeps it, whatever comes, but for what another one has too", () => {
  const before = choose(rank("completed", "Übergeben", "busy", "転送"));
  const after = choose(rank("busy", "new", "転送", "Übergeben", "completed", "last"), {
    ...nobody,
    held: toHeld(before),
  });
  expect(after).toEqual({ ...before, new: "brown", last: "lime" });
  const doubled = toHeld({ answered: "green", completed: "green", queued: "grey" });
  expect(choose(rank("completed", "answered", "queued"), { ...nobody, held: doubled })).toEqual({
    completed: "green",
    answered: "blue",
    queued: "teal",
  });
});

test("one that has twice the calls of the last with a colour takes it, and keeps it", () => {
  const held = toHeld(choose(rank("completed", ...many.slice(0, 7))));
  const last = held.get("status 6");
  const ranked = (calls: number) => [
    ...[...held.keys()].slice(0, -1).map((status) => ({ status, calls: 100 })),
    { status: "rising", calls },
    { status: "status 6", calls: 10 },
  ];
  expect(choose(ranked(19), { ...nobody, held })).toMatchObject({
    rising: neutralColour,
    "status 6": last,
  });
  const risen = choose(ranked(20), { ...nobody, held });
  expect(risen).toEqual({ ...Object.fromEntries(held), rising: last, "status 6": neutralColour });
  expect(choose(ranked(11), { ...nobody, held: toHeld(risen) })).toEqual(risen);
});

test("what a person gave to a status no other one has", () => {
  const given = new Set<Colour>(["green", "blue"]);
  expect(choose(rank("completed", "promised"), { ...nobody, given })).toEqual({
    completed: "teal",
    promised: "brown",
  });
  expect(findFreeColour("failed", new Set<Colour>(["red", ...freeColours]))).toBe(neutralColour);
});

test("statuses that come at once share no colour while one is free, in any order of asking", () => {
  const chosen = new Map([["promised", "blue" as const]]);
  const fresh = freeColours.map((_, index) => `fresh ${index}`);
  const ask = (status: string) => chooseInterimColour(status, chosen, nobody.given);
  const told = fresh.map(ask);
  expect(new Set([...told, "blue"]).size).toBe(freeColours.length + 1);
  expect(told.at(-1)).toBe(neutralColour);
  expect(fresh.toReversed().map(ask)).toEqual(told.toReversed());
});

test("one gives way once its colour was given to another", () => {
  const first = chooseInterimColour("late", new Map(), nobody.given);
  expect(chooseInterimColour("late", new Map([["given", first]]), nobody.given)).not.toBe(first);
  const again = chooseInterimColour("late", new Map(), nobody.given);
  expect(chooseInterimColour("late", new Map(), new Set([again]))).not.toBe(again);
});
