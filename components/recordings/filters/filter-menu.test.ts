import { describe, expect, test } from "vitest";
import { emptyFilter, firstPage, type RecordingQuery } from "@/lib/recordings/filter/filter";
import { emptyVocabulary } from "@/lib/vocabulary/terms";
import type { TermView, VocabularyView } from "@/lib/vocabulary/views";
import { toFilterHrefs } from "./filter-menu";

describe("on a page of its own", () => {
  test("a value leads to all calls that have it, and to all that don't", () => {
    expect(toFilterHrefs("status", "no & yes", emptyVocabulary)).toEqual({
      only: "/recordings?status=no+%26+yes",
      others: "/recordings?status=%21no+%26+yes",
    });
  });

  test.each([null, ""])("%j is none", (value) => {
    expect(toFilterHrefs("gender", value, emptyVocabulary)).toEqual({
      only: "/recordings?gender=%7E",
      others: "/recordings?gender=%21%7E",
    });
  });
});

test("beside a list, all else that narrows it stays, and so does the call that still belongs to it", () => {
  const query: RecordingQuery = {
    filter: {
      ...emptyFilter,
      q: "gate",
      status: { include: ["busy", "failed"], exclude: ["ringing"] },
    },
    page: { ...firstPage, sort: "created_at", open: "rec_1" },
  };
  expect(toFilterHrefs("status", "busy", emptyVocabulary, query)).toEqual({
    only: "/recordings?status=busy&q=gate&sort=created_at&open=rec_1",
    others: "/recordings?status=failed&status=%21ringing&status=%21busy&q=gate&sort=created_at",
  });
});

test("values that share a name go together", () => {
  const named: TermView = { displayName: "Done", colour: null, group: null, position: null };
  const vocabulary: VocabularyView = {
    ...emptyVocabulary,
    status: new Map([
      ["completed", named],
      ["complete", named],
    ]),
  };
  const { only } = toFilterHrefs("status", "completed", vocabulary);
  expect(new URLSearchParams(only.split("?")[1]).getAll("status").sort()).toEqual([
    "complete",
    "completed",
  ]);
});
