import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = "app|bench|bin|components|docs|e2e|lib|prisma|sandbox";
/** In code, or as the aim of a link. */
const namedPath = new RegExp(
  `\`((?:${folders})/[^\`\\s*]+)\`|\\]\\(((?:${folders})/[^)\\s]+)\\)`,
  "g",
);

test("the papers name only files that are there", () => {
  const docs = readdirSync(`${root}docs`).flatMap((name) =>
    name.endsWith(".md") ? [`docs/${name}`] : [],
  );
  const papers = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...docs];
  const named = papers.flatMap((paper) =>
    [...readFileSync(`${root}${paper}`, "utf8").matchAll(namedPath)].map(([, code, link]) => [
      paper,
      code ?? link,
    ]),
  );
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(([, path]) => !existsSync(`${root}${path}`));
  expect(missing.map(([paper, path]) => `${paper}: ${path}`)).toEqual([]);
});
