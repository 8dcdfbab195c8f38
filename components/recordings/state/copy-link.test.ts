import { expect, it } from "vitest";
import { toFixedLink } from "./copy-link";

it("fixes the days and leaves all else, the open call too", () => {
  const days = { from: "2026-11-14", to: "2026-11-20" };
  const href = "http://earshot.example.com/recordings?status=failed&days=last-7-days&open=r1";
  expect(toFixedLink(href, days)).toBe(
    "http://earshot.example.com/recordings?status=failed&open=r1&from=2026-11-14&to=2026-11-20",
  );
});
