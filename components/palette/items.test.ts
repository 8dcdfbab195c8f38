import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { File } from "lucide-react";
import { expect, test } from "vitest";
import { findItems, type PaletteItem, pages, toPageItems } from "./items";

const item = (group: PaletteItem["group"], label: string, rest = {}): PaletteItem => ({
  group,
  icon: File,
  label,
  href: `/${label}`,
  ...rest,
});
const items = [
  item("filters", "Status is failed"),
  item("filters", "Status is completed"),
  item("filters", "Status is not completed", { isOnlyIfSought: true }),
  item("filters", "Campaign is Frühling"),
  item("actions", "Sign out", { words: "log off leave" }),
  item("pages", "Webhooks"),
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
    [item("actions", "Unsign"), item("actions", "Design"), item("actions", "Sign out")],
    "sign",
  );
  expect(found[0]?.label).toBe("Sign out");
});

test("without a text it shows some of everything, and at most eight of a group", () => {
  expect(labels("")).toEqual([
    "Webhooks",
    "Status is failed",
    "Status is completed",
    "Campaign is Frühling",
    "Sign out",
  ]);
  const many = Array.from({ length: 20 }, (_, n) => item("filters", `Status is ${n}`));
  expect(findItems(many, "status")).toHaveLength(8);
});

test("a search among the calls is offered for any text", () => {
  const search = item("search", "Search calls for “zebra”");
  expect(findItems([...items, search], "zebra")).toEqual([search]);
});

const app = fileURLToPath(new URL("../../app/(dashboard)", import.meta.url));

test("reaches every page behind sign-in whose address is fixed", () => {
  const routes = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|\/)page\.tsx$/.test(path) && !path.includes("["))
    .map((path) => `/${path.replace(/\/page\.tsx$/, "")}`);
  expect(pages.map(({ href }) => href).toSorted()).toEqual(routes.toSorted());
});

test("shows a member no page that is for administrators", () => {
  const shown = toPageItems({ isAdministrator: false }).map(({ label }) => label);
  expect(shown).toContain("Recordings");
  expect(shown).not.toContain("Members");
});
