import { expect, it } from "vitest";
import { emptyVocabulary } from "@/lib/vocabulary/arrange-terms";
import { toFacetOptions, toFacetSelection } from "./facet-options";

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
