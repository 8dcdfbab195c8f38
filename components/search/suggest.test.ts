import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FacetOptions } from "@/components/recordings/list-answers";
import { addDictionary, requestLocale } from "@/lib/language/texts";
import { readSearch, tokenFields } from "@/lib/recordings/filter/read-search";
import { completeAlone, suggest } from "./suggest";
import { searchSuggestions } from "./texts.de";

const options: FacetOptions = {
  isTotalMore: false,
  estimate: null,
  areValuesMore: false,
  total: 9,
  status: [
    { token: "completed", label: "completed", count: 5 },
    { token: "call back", label: "call back", count: 3 },
    { token: "\\!odd", label: "!odd", count: 1 },
  ],
  campaign: [{ token: "~", label: "No campaign", count: 4 }],
  gender: [],
  type: [],
  transcript: { yes: 1, no: 8 },
  confirmed: { yes: 2, no: 7 },
  phoneOk: { yes: 3, no: 6 },
  incomplete: { yes: 1, no: 2 },
};
const known = { options, now: new Date("2026-11-20T10:00:00Z"), timeZone: "UTC" };

/** A bar is the caret. */
function at(written: string, isAsked = false) {
  const caret = written.indexOf("|");
  return suggest(written.replace("|", ""), caret, known, { isAsked });
}
const labels = (written: string, isAsked = false) =>
  at(written, isAsked).map(({ label, count }) =>
    count === undefined ? label : `${label} ${count}`,
  );

function take(written: string, label: string): string {
  const text = written.replace("|", "");
  const suggestion = at(written).find((one) => one.label === label);
  if (!suggestion) return "none";
  const { from, to, insert } = suggestion;
  return `${text.slice(0, from)}${insert}|${text.slice(to)}`;
}

describe("offers", () => {
  test.each<[string, string[]]>([
    ["t|", ["to:", "type:", "tag:", "text:", "transcript:"]],
    ["anna ST|", ["status:"]],
    ["-st| anna", ["status:"]],
    ["anna|", []],
    ["|", []],
    ["anna |", []],
    ["10:30|", []],
    ["customer:cus|", []],
    ["status:|", ["completed 5", "call back 3", "!odd 1", "empty 0"]],
    ["-status:!C|", ["completed 5", "call back 3"]],
    ["status:completed,ca|", ["call back 3"]],
    ['status:"call b|', ["call back 3"]],
    ['status:"call back"|', []],
    ["status:completed |", []],
    ["campaign:|", ["No campaign 4"]],
    ["campaign:emp|", ["No campaign 4"]],
    ["transcript:|", ["yes 1", "no 8", "empty"]],
    ["phone:w|", ["wrong 6"]],
    ["minutes:2|", ["2..5"]],
    ["from:2026-11-2|", ["2026-11-20"]],
  ])("%s", (written, offered) => {
    expect(labels(written)).toEqual(offered);
  });

  test("every filter to who asks without a word", () => {
    expect(labels("|", true)).toHaveLength(Object.keys(tokenFields).length);
    expect(labels("status:completed |", true)).toHaveLength(Object.keys(tokenFields).length);
  });

  test("names of filters before the values are known", () => {
    expect(suggest("st", 2, { ...known, options: null })).toHaveLength(1);
    expect(suggest("status:c", 8, { ...known, options: null })).toEqual([]);
  });
});

describe("writes", () => {
  test.each([
    ["anna st| late", "status:", "anna status:| late"],
    ["st|:failed", "status:", "status:|failed"],
    ["status:co|", "completed", "status:completed |"],
    ["status:co|x late", "completed", "status:completed| late"],
    ["status:|", "call back", 'status:"call back" |'],
    ['status:"call b|', "call back", 'status:"call back" |'],
    ['status:"call| x" late', "call back", 'status:"call back"| late'],
    ["status:CALL|", "call back", 'status:"call back" |'],
    ["-status:failed,!o|", "!odd", '-status:failed,!"!odd" |'],
    ["campaign:|", "No campaign", "campaign:empty |"],
    ["minutes:|", "6..15", "minutes:6..15 |"],
  ])("%s with %s", (written, label, after) => {
    expect(take(written, label)).toBe(after);
  });

  test("what the list can read, for every value", () => {
    for (const name of ["status", "campaign", "transcript", "phone", "minutes", "from", "to"]) {
      for (const { insert } of at(`${name}:|`)) {
        const { parameters, rest } = readSearch(`${name}:${insert}`);
        expect({ parameters, rest }, insert).toEqual({ parameters: [expect.anything()], rest: "" });
      }
    }
  });
});

test.each([
  ["status:fai|", "none"],
  ["status:comp|", "completed"],
  ["-status:COMP|", "completed"],
  ["status:failed,comp|", "completed"],
  ['campaign:"no c|', "No campaign"],
  ["status:c|", "none"],
  ["status:|", "none"],
  ["status|", "none"],
  ["anna|", "none"],
  ["transcript:y|", "yes"],
  ["phone:w|", "wrong"],
  ["minutes:2|", "none"],
  ["minutes:6.|", "none"],
  ["from:2026-11-20|", "none"],
  ["customer:cus|", "none"],
])("Enter after %s takes %s", (written, label) => {
  const taken = completeAlone(written.replace("|", ""), written.indexOf("|"), known);
  expect(taken === null ? "none" : taken === "unknown" || taken.label).toBe(label);
});

test("Enter takes the value that is written among others that begin with it, once they are known", () => {
  const status = ["fail", "failed"].map((value) => ({ token: value, label: value, count: 1 }));
  const more = { ...known, options: { ...options, status } };
  expect(completeAlone("status:FAIL", 11, more)).toMatchObject({ insert: "fail " });
  expect(completeAlone("status:fai", 10, more)).toBeNull();
  expect(completeAlone("status:fai", 10, { ...known, options: null })).toBe("unknown");
});

test("values of one name are suggested once, found by each of them and all written", () => {
  const parts = ["completed", "compl ted"].map((value) => ({ token: value, value, count: 1 }));
  const merged = { token: "completed", label: "completed", count: 2, parts };
  const known = { options: { ...options, status: [merged] }, now: new Date(), timeZone: "UTC" };
  for (const written of ["status:compl", 'status:"compl t']) {
    expect(suggest(written, written.length, known)).toMatchObject([
      { label: "completed", count: 2, insert: 'completed,"compl ted" ' },
    ]);
  }
});

describe("in German", () => {
  const { find } = requestLocale();
  beforeAll(() => {
    addDictionary("de", { searchSuggestions });
    requestLocale().find = () => "de-DE";
  });
  afterAll(() => {
    requestLocale().find = find;
  });

  test.each<[string, string[]]>([
    ["kam|", ["campaign:"]],
    ["cam|", ["campaign:"]],
    ["Prü|", ["review:"]],
    ["transcript:|", ["ja 1", "nein 8", "leer"]],
    ["phone:fal|", ["falsch 6"]],
    ["phone:wr|", ["falsch 6"]],
    ["campaign:lee|", ["No campaign 4"]],
  ])("%s", (written, offered) => {
    expect(labels(written)).toEqual(offered);
  });

  test("writes what the list reads in every language", () => {
    expect(take("kam|", "campaign:")).toBe("campaign:|");
    expect(take("transcript:j|", "ja")).toBe("transcript:yes |");
    expect(completeAlone("phone:falsch", 12, known)).toMatchObject({ insert: "wrong " });
    expect(completeAlone("transcript:no", 13, known)).toBeNull();
  });
});
