import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { breakages } from "./breakages";

test.each(breakages)("$fault replaces a passage that stands in the product once", (breakage) => {
  const path = fileURLToPath(new URL(`../../${breakage.file}`, import.meta.url));
  expect(readFileSync(path, "utf8").split(breakage.passage)).toHaveLength(2);
});
