import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pages, toPageItems } from "./page-items";

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
