import { afterEach, describe, expect, it } from "vitest";
import { list } from "@/components/list/texts.de";
import { addDictionary, requestLocale } from "@/lib/language/texts";
import { emptyFilter, firstPage, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { emptyVocabulary, unnamed } from "@/lib/vocabulary/terms";
import { describeFilter } from "./filter-chips";
import { relativePresets } from "./filter-choices";
import { filterBar } from "./texts.de";

const chips = (change: Partial<RecordingFilter>, page = firstPage) =>
  describeFilter({ filter: { ...emptyFilter, ...change }, page });

const words = (change: Partial<RecordingFilter>) =>
  chips(change).map(({ name, verb, value }) => `${name} ${verb} ${value}`);

describe("describeFilter", () => {
  it("says nothing when nothing is set", () => {
    expect(chips({})).toEqual([]);
  });

  it("tells each value, whose link leaves the others", () => {
    const change = { status: { include: ["completed", "busy"], exclude: ["failed"] } };
    expect(words(change)).toEqual([
      "Status is completed",
      "Status is busy",
      "Status is not failed",
    ]);
    expect(chips(change).map((chip) => chip.removeHref)).toEqual([
      "/recordings?status=busy&status=%21failed",
      "/recordings?status=completed&status=%21failed",
      "/recordings?status=completed&status=busy",
    ]);
  });

  it("says what is empty and what is not", () => {
    expect(words({ campaign: { include: [null], exclude: [] } })).toEqual(["Campaign is empty"]);
    expect(words({ status: { include: [], exclude: [null] } })).toEqual(["Status is not empty"]);
    expect(words({ confirmed: "empty" })).toEqual(["Customer confirmed is empty"]);
    expect(words({ confirmed: "not-empty" })).toEqual(["Customer confirmed is not empty"]);
  });

  it("says who has heard calls, and turns it round", () => {
    const heard = { include: ["anyone"], exclude: ["me", "half"] };
    expect(words({ heard })).toEqual([
      "Heard : by anyone",
      "Heard : not by me",
      "Heard : less than half",
    ]);
    expect(chips({ heard: { include: [], exclude: ["me"] } })[0]?.turn).toEqual({
      part: "value",
      into: "by me",
      href: "/recordings?heard=me",
    });
  });

  it("says where the audio of calls stands, and what it doesn't know as it is", () => {
    const change = { audio: { include: ["not_ready", "lost", null], exclude: ["gone"] } };
    expect(words(change)).toEqual([
      "Audio is processing",
      "Audio is lost",
      "Audio is none",
      "Audio is not gone",
    ]);
    expect(chips(change).map(({ removeHref }) => removeHref)).toContain(
      "/recordings?audio=not_ready&audio=lost&audio=%7E",
    );
  });

  it("says since when calls changed", () => {
    expect(words({ changedSince: "2026-11-20" })).toEqual(["Changed since 20 Nov 2026"]);
    expect(words({ changedSince: "last-7-days" })).toEqual(["Changed : last 7 days"]);
    expect(words({ changedSince: "2026-11-20T08:15Z" })).toEqual([
      "Changed since 20 November 2026 at 08:15:00 GMT+0",
    ]);
  });

  it("removes and turns all values of a field that are meant alike", () => {
    const change = { status: { include: ["a", null], exclude: ["b"] } };
    expect(chips(change).map(({ field }) => [field?.removeHref, field?.turn?.href])).toEqual([
      ["/recordings?status=%21b", "/recordings?status=%21b&status=%21a&status=%21%7E"],
      ["/recordings?status=%21b", "/recordings?status=%21b&status=%21a&status=%21%7E"],
      ["/recordings?status=a&status=%7E", "/recordings?status=a&status=%7E&status=b"],
    ]);
  });

  it("turns a value, and leaves the others as they are", () => {
    const change = { status: { include: ["a", null], exclude: ["b", "a"] } };
    expect(chips(change).map(({ turn }) => turn)).toEqual([
      { part: "verb", into: "is not", href: "/recordings?status=%7E&status=%21b&status=%21a" },
      {
        part: "verb",
        into: "is not",
        href: "/recordings?status=a&status=%21b&status=%21a&status=%21%7E",
      },
      { part: "verb", into: "is", href: "/recordings?status=a&status=%7E&status=b&status=%21a" },
      { part: "verb", into: "is", href: "/recordings?status=%7E&status=a&status=%21b" },
    ]);
  });

  it.each<[Partial<RecordingFilter>, string | undefined, string | undefined]>([
    [{ transcript: true }, "no", "/recordings?transcript=false"],
    [{ phoneOk: false }, "correct", "/recordings?phone_ok=true"],
    [{ transcript: "empty" }, "is not", "/recordings?transcript=%21%7E"],
    [{ transcript: "not-empty" }, "is", "/recordings?transcript=%7E"],
    [{ minutes: { least: 3, most: null } }, "at most 2", "/recordings?minutes=..2"],
    [{ minutes: { least: null, most: 0 } }, "at least 1", "/recordings?minutes=1.."],
    [{ minutes: { least: 0, most: null } }, undefined, undefined],
    [{ minutes: { least: null, most: 2_147_483_647 } }, undefined, undefined],
    [{ minutes: { least: 2, most: 5 } }, undefined, undefined],
    [{ from: "2026-11-01" }, undefined, undefined],
  ])("turns %j into %s", (change, into, href) => {
    expect(chips(change).map(({ turn }) => [turn?.into, turn?.href])).toEqual([[into, href]]);
  });

  it("says open and closed ranges, and a range of one", () => {
    expect(words({ from: "2026-11-01", to: "2026-11-03" })).toEqual([
      "Date is 1 Nov 2026 to 3 Nov 2026",
    ]);
    expect(words({ from: "2026-11-01", to: "2026-11-01" })).toEqual(["Date is 1 Nov 2026"]);
    expect(words({ to: "2026-11-01" })).toEqual(["Date until 1 Nov 2026"]);
    expect(words({ minutes: { least: 0, most: null } })).toEqual(["Minutes at least 0"]);
    expect(words({ minutes: { least: 2, most: 2 } })).toEqual(["Minutes is 2"]);
  });

  it("says days that go with the calendar, and by a clock their dates", () => {
    const clock = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "UTC" };
    const describeDays = (days: RecordingFilter["days"]) =>
      describeFilter({ filter: { ...emptyFilter, days }, page: firstPage }, clock)
        .map(({ name, verb, value }) => `${name} ${verb} ${value}`)
        .join();
    expect(describeDays("last-7-days")).toBe("Date : last 7 days (14–20 Nov)");
    expect(describeDays("today")).toBe("Date : today (20 Nov)");
    expect(describeDays("this-week")).toBe("Date : this week (16–20 Nov)");
    expect(words({ days: "last-month" })).toEqual(["Date : last month"]);
    expect(chips({ days: "today" })[0]?.removeHref).toBe("/recordings");
  });

  it("keeps order and length, and drops the cursor, because that belongs to the old filter", () => {
    const page = { ...firstPage, sort: "minutes_used", after: "3~x", limit: 20 } as const;
    const [chip] = chips({ transcript: false, q: "late" }, page);
    expect(chip?.removeHref).toBe("/recordings?q=late&sort=minutes_used&limit=20");
  });
});

describe("chips of merged values", () => {
  const vocabulary = {
    ...emptyVocabulary,
    status: new Map([
      ["complted", { ...unnamed, displayName: "completed" }],
      ["completed", unnamed],
    ]),
  };
  const chipsOf = (include: string[], exclude: string[] = []) =>
    describeFilter(
      { filter: { ...emptyFilter, status: { include, exclude } }, page: firstPage },
      undefined,
      vocabulary,
    );

  it("are one where all are meant, removed and turned together", () => {
    expect(chipsOf(["complted", "busy", "completed"])).toMatchObject([
      {
        name: "Status",
        verb: "is",
        value: "completed",
        tone: "green",
        removeHref: "/recordings?status=busy",
        turn: {
          part: "verb",
          into: "is not",
          href: "/recordings?status=busy&status=%21completed&status=%21complted",
        },
        field: { removeHref: "/recordings" },
      },
      expect.objectContaining({ value: "busy" }),
    ]);
  });

  it("say that a value is raw where it is meant alone, and lead to all", () => {
    expect(chipsOf(["complted"])).toMatchObject([
      {
        value: "complted",
        tone: "green",
        removeHref: "/recordings",
        whole: { name: "completed", href: "/recordings?status=completed&status=complted" },
      },
    ]);
    expect(chipsOf(["busy"], ["completed"])).toMatchObject([
      { value: "busy" },
      {
        verb: "is not",
        value: "completed",
        whole: {
          name: "completed",
          href: "/recordings?status=busy&status=%21completed&status=%21complted",
        },
      },
    ]);
  });
});

describe("in German", () => {
  const { find } = requestLocale();
  afterEach(() => {
    requestLocale().find = find;
  });

  it("says days, minutes and answers as one does there, and labels that were there before", () => {
    addDictionary("de", { filterBar, list });
    requestLocale().find = () => "de-DE";
    expect(words({ days: "last-7-days" })).toEqual(["Datum : letzte 7 Tage"]);
    expect(words({ minutes: { least: 2, most: 5 } })).toEqual(["Minuten : 2 bis 5"]);
    expect(words({ minutes: { least: null, most: 5 } })).toEqual(["Minuten höchstens 5"]);
    expect(words({ confirmed: false })).toEqual(["Kunde bestätigt : nein"]);
    expect(words({ confirmed: "not-empty" })).toEqual(["Kunde bestätigt ist nicht leer"]);
    expect(relativePresets.map(({ label }) => label)).toContain("Dieser Monat");
  });
});
