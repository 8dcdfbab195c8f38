import { describe, expect, it } from "vitest";
import { recordingHref } from "@/lib/list/id-segment";
import { emptyFilter, firstPage, type RecordingQuery } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import {
  filterHref,
  listHref,
  otherParameters,
  pageHref,
  sortHref,
  writtenFilterHref,
} from "./list-href";

const query: RecordingQuery = {
  filter: { ...emptyFilter, status: { include: ["completed"], exclude: [] }, q: "refund & more" },
  page: { ...firstPage, after: "1700000000000000~abc", limit: 20 },
};

describe("listHref", () => {
  it("is the bare address when nothing is set", () => {
    expect(listHref({ filter: emptyFilter, page: firstPage })).toBe("/recordings");
  });
});

describe("filterHref and sortHref", () => {
  it("start from the first page again", () => {
    expect(filterHref(query, { q: "" })).toBe("/recordings?status=completed&limit=20");
    expect(sortHref(query, "minutes_used")).toBe(
      "/recordings?status=completed&q=refund+%26+more&sort=minutes_used&limit=20",
    );
  });
});

describe("pageHref", () => {
  it("carries one cursor at most", () => {
    const bare = { ...query, filter: emptyFilter };
    expect(pageHref(bare, { before: "5~x" })).toBe("/recordings?before=5%7Ex&limit=20");
    expect(pageHref(bare, "first")).toBe("/recordings?limit=20");
  });
});

describe("recordingHref", () => {
  it("holds any id in one segment", () => {
    expect(recordingHref("a/b?c#d%é")).toBe("/recordings/~a%2Fb%3Fc%23d~1%C3%A9");
  });
});

describe("otherParameters", () => {
  it("leaves out the form's own parameters and the cursor", () => {
    expect(otherParameters(query, ["status"])).toEqual([
      ["q", "refund & more"],
      ["limit", "20"],
    ]);
  });
});

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
