import { describe, expect, it } from "vitest";
import {
  choose,
  countChosen,
  describeChosen,
  toTokens,
} from "@/components/recordings/list-answers";
import { emptyVocabulary, unnamed } from "@/lib/vocabulary/terms";
import { toFacetOptions, toFacetSelection, toMergedTokens } from "./facet-options";

const facets = {
  isTotalMore: false,
  estimate: null,
  areValuesMore: false,
  total: 5,
  status: [
    { value: "completed", count: 3 },
    { value: "!odd", count: 2 },
  ],
  campaign: [{ value: null, count: 5 }],
  gender: [],
  type: [],
  transcript: { yes: 5, no: 0 },
  confirmed: { yes: 5, no: 0 },
  phoneOk: { yes: 5, no: 0 },
  incomplete: { yes: 0, no: 1 },
};

it("writes values as the address does and names the absence of one", () => {
  const options = toFacetOptions(facets, emptyVocabulary);
  expect(options.status.map(({ token }) => token)).toEqual(["completed", "\\!odd"]);
  expect(options.campaign).toEqual([{ token: "~", label: "No campaign", count: 5 }]);
});

it("writes a choice without its sign of negation", () => {
  expect(toFacetSelection("campaign", { include: [null], exclude: ["!odd"] })).toEqual({
    include: ["~"],
    exclude: ["\\!odd"],
  });
});

describe("values of one name", () => {
  const vocabulary = {
    ...emptyVocabulary,
    status: new Map([
      ["!odd", { ...unnamed, displayName: "completed" }],
      ["never", { ...unnamed, displayName: "completed" }],
      ["completed", unnamed],
    ]),
  };
  const { status } = toFacetOptions(facets, vocabulary);

  it("are one, with the sum of their counts, and what nothing matches among its parts", () => {
    expect(status).toEqual([
      {
        token: "completed",
        label: "completed",
        raw: "!odd, never",
        tone: "green",
        count: 5,
        group: undefined,
        parts: [
          { token: "completed", value: "completed", count: 3 },
          { token: "\\!odd", value: "!odd", count: 2 },
          { token: "never", value: "never", count: 0 },
        ],
      },
    ]);
    expect(toMergedTokens(vocabulary).status).toEqual([["completed", "\\!odd", "never"]]);
  });

  it("are never more than what was read of calls that are too many", () => {
    const many = [
      { value: "completed", count: 9_999 },
      { value: "!odd", count: 9_999 },
    ];
    const options = toFacetOptions({ ...facets, areValuesMore: true, status: many }, vocabulary);
    expect(options.status[0]?.count).toBe(10_000);
  });

  it("are chosen, excluded and counted together", () => {
    const tokens = toTokens(status[0] ?? { token: "" });
    const chosen = choose({ include: ["busy", "never"], exclude: [] }, tokens, "include");
    expect(chosen).toEqual({ include: ["busy", "completed", "\\!odd", "never"], exclude: [] });
    expect(describeChosen(chosen.include, tokens)).toBe("all");
    expect(describeChosen(["never"], tokens)).toBe("some");
    expect(describeChosen([], tokens)).toBe("none");
    expect(choose(chosen, tokens, "exclude")).toEqual({ include: ["busy"], exclude: tokens });
    expect(choose(chosen, tokens, null)).toEqual({ include: ["busy"], exclude: [] });
    expect(countChosen(chosen.include, [tokens])).toBe(2);
    expect(countChosen(["completed", "never"], [tokens])).toBe(2);
  });
});
