import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ExtraFacts } from "./call-details";

const items = [{ path: "sentiment", json: '"hopeful"' }];
const textOf = (element: React.ReactNode) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

it("leads whoever may have it to the payload that holds the rest", () => {
  const extra = { items, more: 299_800, isMoreAtLeast: false };
  const html = renderToStaticMarkup(<ExtraFacts extra={extra} rawHref="/api/deliveries/1/raw" />);
  expect(html).toContain('href="/api/deliveries/1/raw"');
  expect(textOf(<ExtraFacts extra={extra} rawHref="/raw" />)).toMatch(
    /And 299,800 more fields, in the raw payload \./,
  );
});

it("tells everybody else where the rest is, too", () => {
  const extra = { items, more: 9_800, isMoreAtLeast: true };
  expect(textOf(<ExtraFacts extra={extra} rawHref={null} />)).toContain(
    "And more than 9,800 more fields, included in exports.",
  );
});

it("says nothing of more where there is none", () => {
  const extra = { items, more: 0, isMoreAtLeast: false };
  expect(textOf(<ExtraFacts extra={extra} rawHref="/raw" />)).not.toContain("more");
});
