import { expect, it } from "vitest";
import { rereadQuery, toViewNames } from "./store";
import type { SavedViewView } from "./views";

it("keeps filter, order and length, and leaves out where in the list one was", () => {
  expect(rereadQuery("open=r1&limit=20&sort=minutes_used&after=1~a&status=failed&q=late")).toBe(
    "status=failed&q=late&sort=minutes_used&limit=20",
  );
  expect(rereadQuery("before=17~a&open=r1")).toBe("");
});

it("keeps days that go with the calendar as they are", () => {
  expect(rereadQuery("days=last-7-days")).toBe("days=last-7-days");
});

it("degrades where something can't be read", () => {
  expect(rereadQuery("sort=colour&status=failed&days=soon&\0=%ff&from=2026-02-30")).toBe(
    "status=failed",
  );
});

it("is the same when it is read again", () => {
  const once = rereadQuery("campaign=~&campaign=!spring&status=!failed&minutes=2..&q=a%20b");
  expect(rereadQuery(once)).toBe(once);
});

const view = (id: string, query: string): SavedViewView => ({
  id,
  name: id,
  query,
  isTeam: false,
  ownerName: null,
  mayChange: true,
  isMyDefault: false,
  isTeamDefault: false,
});
const views = [
  view("failed", "status=failed"),
  view("week", "status=busy&status=failed&days=this-week"),
];
const listShown = (current: string) =>
  toViewNames(views, current).flatMap(({ id, isShown }) => (isShown ? [id] : []));

it("knows the list of a view, whatever the order of its filters", () => {
  expect(listShown("days=this-week&status=failed&status=busy")).toEqual(["week"]);
  expect(listShown("days=this-week&status=failed")).toEqual([]);
  expect(listShown("")).toEqual([]);
});

it("names views without what they look for", () => {
  const long = [view("long", `q=${"x".repeat(16_000)}`)];
  expect(JSON.stringify(toViewNames(long, "")).length).toBeLessThan(200);
});
