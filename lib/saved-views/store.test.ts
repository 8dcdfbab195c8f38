import { expect, it } from "vitest";
import { rereadQuery } from "./store";

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
