import { File } from "lucide-react";
import { expect, test } from "vitest";
import type { PaletteItem } from "./find-items";
import { findItems } from "./find-items";

const item = (group: PaletteItem["group"], label: string, rest = {}): PaletteItem => ({
  ...{ group, icon: File, label, href: `/${label}`, ...rest },
});
const items = [
  item("Filters", "Status is failed"),
  item("Filters", "Status is completed"),
  item("Filters", "Status is not completed", { isOnlyIfSought: true }),
  item("Filters", "Campaign is Frühling"),
  item("Actions", "Sign out", { words: "log off leave" }),
  item("Pages", "Webhooks"),
];
const labels = (text: string) => findItems(items, text).map(({ label }) => label);

test("finds by all words in any order, without marks and capitals", () => {
  expect(labels("status completed")).toEqual(["Status is completed", "Status is not completed"]);
  expect(labels("COMP stat")).toContain("Status is completed");
  expect(labels("fruhling")).toEqual(["Campaign is Frühling"]);
  expect(labels("log off")).toEqual(["Sign out"]);
  expect(labels("status webhooks")).toEqual([]);
});

test("what fits better comes first", () => {
  const found = findItems(
    [item("Actions", "Unsign"), item("Actions", "Design"), item("Actions", "Sign out")],
    "sign",
  );
  expect(found[0]?.label).toBe("Sign out");
});

test("without a text it shows some of everything, and at most eight of a group", () => {
  expect(labels("")).toEqual([
    ...["Webhooks", "Status is failed", "Status is completed", "Campaign is Frühling", "Sign out"],
  ]);
  const many = Array.from({ length: 20 }, (_, n) => item("Filters", `Status is ${n}`));
  expect(findItems(many, "status")).toHaveLength(8);
});

test("a search among the calls is offered for any text", () => {
  const search = item("Search", "Search calls for “zebra”");
  expect(findItems([...items, search], "zebra")).toEqual([search]);
});
