import { expect, test } from "vitest";
import { moveColumn } from "./column-chooser";

test("a column goes to its new place, at most to the ends", () => {
  const columns = ["customer", "status", "id"] as const;
  expect(moveColumn(columns, "id", 0)).toEqual(["id", "customer", "status"]);
  expect(moveColumn(columns, "customer", 1)).toEqual(["status", "customer", "id"]);
  expect(moveColumn(columns, "customer", -1)).toEqual(columns);
  expect(moveColumn(columns, "id", 9)).toEqual(columns);
});
