import { expect, test } from "vitest";
import { noSelection, selectAll, selectRange, toggleRow } from "./use-selection";

const order = ["a", "b", "c", "d", "e"];
const told = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join("");

test("a row is selected and given up by itself", () => {
  const one = toggleRow(noSelection, "c");
  expect(told(one)).toBe("c");
  expect(told(toggleRow(one, "c"))).toBe("");
});

test("a range reaches from the last row, both ways, and leaves the others selected", () => {
  const one = toggleRow(toggleRow(noSelection, "e"), "b");
  const down = selectRange(one, order, "c");
  expect(told(down)).toBe("bce");
  const up = selectRange(down, order, "a");
  expect(told(up)).toBe("abe");
  expect(told(selectRange(up, order, "b"))).toBe("be");
});

test("without a beginning it reaches from the row that one comes from", () => {
  expect(told(selectRange(noSelection, order, "c", "b"))).toBe("bc");
  expect(told(selectRange(toggleRow(noSelection, "gone"), order, "c"))).toBe("cgone");
});

test("all are selected", () => {
  expect(told(selectAll(order))).toBe("abcde");
});
