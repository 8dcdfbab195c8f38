import { expect, it } from "vitest";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { writtenFilterHref } from "./written-filter-href";

const hrefOf = (search: string) =>
  writtenFilterHref(parseRecordingQuery(new URLSearchParams(search)));

it("sets what the search says beside what is set, from the first page on", () => {
  expect(hrefOf("status=busy&minutes=1..&after=1~a&q=anna status:completed minutes:2..5")).toBe(
    "/recordings?q=anna&status=busy&status=completed&minutes=2..5",
  );
});

it("is none where the search is text", () => {
  expect(hrefOf("q=anna status: 10:30")).toBeNull();
  expect(hrefOf("status=busy")).toBeNull();
});
