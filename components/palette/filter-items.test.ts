import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FacetOptions } from "@/components/recordings/list-answers";
import { addDictionary, requestLocale } from "@/lib/language/texts";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { toCampaignItems, toFilterItems, toPlainItems, toTypedItems } from "./filter-items";
import { findItems } from "./items";
import { palette } from "./texts.de";

const options: FacetOptions = {
  isTotalMore: false,
  estimate: null,
  areValuesMore: false,
  total: 3,
  status: [
    { token: "completed", label: "completed", count: 2 },
    { token: "failed", label: "failed", count: 1 },
  ],
  campaign: [
    { token: "~", label: "No campaign", count: 1 },
    { token: "spring", label: "spring", count: 1 },
  ],
  gender: [],
  type: [],
  transcript: { yes: 1, no: 2 },
  confirmed: { yes: 1, no: 2 },
  phoneOk: { yes: 1, no: 2 },
  incomplete: { yes: 1, no: 2 },
};

function hrefOf(search: string, label: string): string {
  const item = toFilterItems(search, options).find((one) => one.label === label);
  return item && "href" in item ? item.href : "none";
}

test("a filter is added to those that are set, from the first page on", () => {
  expect(hrefOf("?q=anna&after=1~a&open=b&status=failed", "Status is completed")).toBe(
    "/recordings?q=anna&status=failed&status=completed",
  );
  expect(hrefOf("?status=failed", "Status is not failed")).toBe("/recordings?status=%21failed");
  expect(hrefOf("?sort=created_at", "Newest first")).toBe("/recordings?sort=-created_at");
  expect(hrefOf("?from=2026-01-01&to=2026-01-02", "Today")).toBe("/recordings?days=today");
});

test("each field is, is not, is empty and is not empty", () => {
  for (const [name, parameter] of [
    ["Status", "status"],
    ["Campaign", "campaign"],
    ["Gender", "gender"],
    ["Customer type", "type"],
    ["Transcript", "transcript"],
    ["Customer confirmed", "confirmed"],
    ["Phone number correct", "phone_ok"],
    ["Incomplete", "incomplete"],
  ]) {
    expect(hrefOf("?q=a", `${name} is empty`)).toBe(`/recordings?q=a&${parameter}=%7E`);
    expect(hrefOf("", `${name} is not empty`)).toBe(`/recordings?${parameter}=%21%7E`);
  }
  expect(hrefOf("?campaign=spring", "Campaign is not spring")).toBe(
    "/recordings?campaign=%21spring",
  );
  expect(hrefOf("", "Transcript is not yes")).toBe("/recordings?transcript=%21true");
});

test("what is set can be taken off one by one", () => {
  expect(hrefOf("?q=a&status=x&status=!y", "Any status")).toBe("/recordings?q=a");
  expect(hrefOf("?from=2026-01-01&to=2026-01-02&q=a", "Any date")).toBe("/recordings?q=a");
  expect(hrefOf("?days=last-7-days&q=a", "Any date")).toBe("/recordings?q=a");
  expect(hrefOf("?transcript=true", "Transcript: any")).toBe("/recordings");
  expect(hrefOf("", "Any date")).toBe("none");
});

test("the list can read every one of them", () => {
  for (const item of toFilterItems("", options)) {
    const href = "href" in item ? item.href : "";
    const { unread, ...query } = parseRecordingQuery(new URL(href, "http://x").searchParams);
    expect(unread, item.label).toEqual([]);
    if (
      item.label !== "Newest first" &&
      !/(confirmed|Transcript|correct) is not empty$/.test(item.label)
    ) {
      expect(query, item.label).not.toEqual({
        ...parseRecordingQuery(new URLSearchParams()),
        unread: undefined,
      });
    }
  }
});

test.each([
  ["from 2026-11-01", "/recordings?from=2026-11-01"],
  ["until 2026-11-02", "/recordings?to=2026-11-02"],
  ["minutes 2..10", "/recordings?minutes=2..10"],
  ["customer cus_1", "/recordings?customer=cus_1"],
  ["status:failed,busy late", "/recordings?q=late&status=failed&status=busy"],
])("%s", (text, href) => {
  expect(toTypedItems("", text)).toEqual([expect.objectContaining({ href })]);
});

test("a day of one's own takes the place of days that go with the calendar", () => {
  expect(toTypedItems("?days=today&q=anna", "from 2026-11-01")).toEqual([
    expect.objectContaining({ href: "/recordings?q=anna&from=2026-11-01" }),
  ]);
});

test("other text says nothing of the kind", () => {
  expect(toTypedItems("", "from yesterday")).toEqual([]);
});

test("values of one name are added together, and each of them alone where it is sought", () => {
  const parts = ["completed", "complted"].map((value) => ({ token: value, value, count: 1 }));
  const merged = { token: "completed", label: "completed", count: 2, raw: "complted", parts };
  const items = toFilterItems("?status=!complted", { ...options, status: [merged] });
  const find = (label: string) => items.find((one) => one.label === label);
  expect(find("Status is completed")).toMatchObject({
    href: "/recordings?status=completed&status=complted",
  });
  expect(find("Status is not completed")).toMatchObject({
    href: "/recordings?status=%21complted&status=%21completed",
  });
  expect(find("Status is complted (raw)")).toMatchObject({
    href: "/recordings?status=complted",
    isOnlyIfSought: true,
  });
});

test.each([
  ["failed yesterday", "/recordings?q=a&status=failed&days=yesterday"],
  ["calls of spring with wrong number", "/recordings?q=a&campaign=spring&phone_ok=false"],
  ["failed last 7 d", "/recordings?q=a&status=failed&days=last-7-days"],
  [
    "FAILED and unconfirmed this week",
    "/recordings?q=a&status=failed&confirmed=false&days=this-week",
  ],
  ["failed completed", null],
  ["failed", null],
  ["failed zebra", null],
  ["", null],
])("several filters in plain words: %s", (text, href) => {
  const [item] = toPlainItems("?q=a&after=1~a", text, options);
  if (href === null) expect(item).toBeUndefined();
  else expect(new Set(paramsOf(item))).toEqual(new Set(paramsOf({ href })));
});

function paramsOf(item: object | undefined) {
  const href = item && "href" in item ? String(item.href) : "";
  return [...new URL(href, "http://x").searchParams].map(String);
}

test.each([
  ["wrong number", "Wrong phone number"],
  ["unconfirmed", "Customer not confirmed"],
  ["without transcript", "Without a transcript"],
])("%s finds %s", (text, label) => {
  expect(findItems(toFilterItems("", options), text)[0]?.label).toBe(label);
});

test("a campaign is found with all of its calls", () => {
  expect(findItems(toCampaignItems(options), "spri")).toMatchObject([
    { label: "spring", detail: ["1 call"], href: "/recordings?campaign=spring" },
  ]);
});

describe("in German", () => {
  const { find } = requestLocale();
  beforeAll(() => {
    addDictionary("de", { palette });
    requestLocale().find = () => "de-DE";
  });
  afterAll(() => {
    requestLocale().find = find;
  });

  test.each([
    ["falsche Nummer", "Falsche Telefonnummer"],
    ["unbestätigt", "Kunde nicht bestätigt"],
    ["ohne Transkript", "Ohne Transkript"],
    ["status nicht completed", "Status: nicht completed"],
  ])("%s finds %s", (text, label) => {
    expect(findItems(toFilterItems("", options), text)[0]?.label).toBe(label);
  });

  test.each([
    ["Anrufe mit failed und falscher Nummer", "/recordings?status=failed&phone_ok=false"],
    ["failed für spring unvollst", "/recordings?status=failed&campaign=spring&incomplete=true"],
  ])("several filters in plain words: %s", (text, href) => {
    expect(toPlainItems("", text, options)).toEqual([expect.objectContaining({ href })]);
  });

  test.each([
    ["ab 2026-11-01", "/recordings?from=2026-11-01"],
    ["until 2026-11-02", "/recordings?to=2026-11-02"],
    ["status:failed", "/recordings?status=failed"],
  ])("%s", (text, href) => {
    expect(toTypedItems("", text)).toEqual([expect.objectContaining({ href })]);
  });
});
