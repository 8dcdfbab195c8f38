import { beforeEach, describe, expect, it, test } from "vitest";
import { toFacetOptions } from "@/components/recordings/counts/facet-options";
import { describeFilter } from "@/components/recordings/filters/filter-chips";
import { toRowViewModel } from "@/components/recordings/table/row-view-model";
import { deadAudio, emptyFilter, firstPage } from "@/lib/recordings/filter/filter";
import { forgetInterimColours } from "@/lib/vocabulary/colours";
import { emptyVocabulary, unnamed } from "@/lib/vocabulary/terms";
import type { TermView, VocabularyView } from "@/lib/vocabulary/views";
import { toAudioView, toNameView, toStatusTone, toValueView } from "./values";

const vocabulary: VocabularyView = {
  status: new Map([
    ["completed", { ...unnamed, displayName: "Done", colour: "teal", group: "Reached" }],
    ["voicemail", { ...unnamed, group: "Reached" }],
    ["failed", { ...unnamed, position: 0 }],
  ]),
  campaign: new Map([["spring", { ...unnamed, displayName: "Spring 2026", colour: "pink" }]]),
  statusColours: new Map([["escalated", "brown"]]),
};

beforeEach(() => forgetInterimColours());

test("a named value has its name, its colour, and how it arrives", () => {
  expect(toValueView("status", "completed", vocabulary)).toEqual({
    label: "Done",
    raw: "completed",
    tone: "teal",
  });
  expect(toValueView("campaign", "spring", vocabulary)).toEqual({
    label: "Spring 2026",
    raw: "spring",
    tone: "pink",
  });
});

test("what nobody named is shown as it arrives, a status in its automatic colour", () => {
  expect(toValueView("status", "failed", vocabulary)).toEqual({ label: "failed", tone: "red" });
  expect(toValueView("campaign", "autumn", vocabulary)).toEqual({ label: "autumn" });
  expect(toValueView("campaign", null, vocabulary)).toEqual({ label: "No campaign" });
});

test("what is merged has one colour, and its values beside its name", () => {
  const status = new Map<string, TermView>([
    ["complted", { ...unnamed, displayName: "completed" }],
    ["completed", { ...unnamed, colour: "lime" }],
  ]);
  const view = { label: "completed", raw: "complted", tone: "lime" };
  expect(toValueView("status", "complted", { ...emptyVocabulary, status })).toEqual(view);
  for (const value of status.keys()) {
    expect(toNameView("status", value, { ...emptyVocabulary, status })).toEqual(view);
  }
});

test("a name that is the value itself is not said twice", () => {
  const named = new Map([["busy", { ...unnamed, displayName: "busy" }]]);
  const view = toValueView("status", "busy", { ...emptyVocabulary, status: named });
  expect(view).toEqual({ label: "busy", tone: "pink" });
});

test("facets: by position, then by calls, groups together, addresses as ever", () => {
  const answers = { yes: 0, no: 0 };
  const { status } = toFacetOptions(
    {
      isTotalMore: false,
      estimate: null,
      areValuesMore: false,
      total: 9,
      campaign: [],
      gender: [],
      type: [],
      transcript: answers,
      confirmed: answers,
      phoneOk: answers,
      incomplete: answers,
      status: [
        { value: "completed", count: 5 },
        { value: "busy", count: 2 },
        { value: "voicemail", count: 1 },
        { value: "failed", count: 1 },
      ],
    },
    vocabulary,
  );
  expect(status.map(({ token, label, group }) => [token, label, group])).toEqual([
    ["failed", "failed", undefined],
    ["busy", "busy", undefined],
    ["completed", "Done", "Reached"],
    ["voicemail", "voicemail", "Reached"],
  ]);
});

test("chips have the name and how it arrives, and rows do, with a button for what may be heard", () => {
  const filter = { ...emptyFilter, status: { include: ["completed"], exclude: [] } };
  const [chip] = describeFilter({ filter, page: firstPage }, undefined, vocabulary);
  expect(chip).toMatchObject({ value: "Done", raw: "completed", tone: "teal" });
  const row = {
    id: "rec_1",
    createdAt: "2026-11-20T10:00:00Z",
    status: "completed",
    campaign: "spring",
    minutesUsed: 1,
    hasTranscript: false,
    summaryBeginning: "",
    customerId: "cus_1",
    email: null,
    type: null,
    gender: "female",
    isConfirmed: true,
    callSid: "CA1",
    receivedAt: "2026-11-20T10:00:01Z",
    changedAt: "2026-11-20T10:00:01Z",
    customerName: "Noor Haddad",
    phoneNumber: "+12125550142",
    isPhoneNumberCorrect: true,
    problemCount: 0,
    isCreatedAtOfArrival: false,
    audio: null,
    hasAudio: true,
    isProtected: false,
    searchedSummary: null,
    spoken: null,
  };
  expect(toRowViewModel(row, "UTC", new Date("2026-11-20T11:00:00Z"), vocabulary)).toMatchObject({
    status: "Done",
    statusRaw: "completed",
    tone: "teal",
    campaign: "Spring 2026",
    campaignRaw: "spring",
    campaignTone: "pink",
    named: "Done (completed), Spring 2026 (spring)",
  });
  const offersPlay = (told: { audio: string | null; hasAudio?: boolean }) =>
    toRowViewModel({ ...row, ...told }, "UTC", new Date(), vocabulary).canPlay;
  const playable = [null, "kept", "waiting", "not_ready", ...deadAudio].filter((audio) =>
    offersPlay({ audio }),
  );
  expect(playable).toEqual([null, "kept", "waiting", "not_ready"]);
  expect(offersPlay({ audio: null, hasAudio: false })).toBe(false);
});

test("audio has the sign of what can't be heard in those states that nothing goes on to by itself", () => {
  const states = ["waiting", "not_ready", "kept", ...deadAudio];
  const failed = states.filter((state) => toAudioView(state)?.sign === "failed");
  expect(failed).toEqual(deadAudio);
});

describe("toStatusTone", () => {
  const toneOf = (status: string, known: VocabularyView = emptyVocabulary) => {
    forgetInterimColours();
    return toStatusTone(status, known);
  };

  it("knows the usual words in any spelling", () => {
    expect(toneOf("Completed")).toBe("green");
    expect(toneOf("no-answer")).toBe("amber");
    expect(toneOf("NO_ANSWER ")).toBe("amber");
  });

  it("gives an unknown word one stable colour that claims neither success nor failure", () => {
    const tone = toneOf("escalated to a person");
    expect(toStatusTone("escalated to a person", emptyVocabulary)).toBe(tone);
    for (const word of ["a", "b", "c", "übergeben", "転送", "", "x".repeat(1000)]) {
      expect(["green", "red", "grey"]).not.toContain(toneOf(word));
    }
  });

  it("is what was chosen when it first came", () => {
    expect(toneOf("escalated", vocabulary)).toBe("brown");
    expect(toValueView("status", "escalated", vocabulary).tone).toBe("brown");
  });

  it("is none that a person gave to another status", () => {
    const status = new Map<string, TermView>([["handed over", { ...unnamed, colour: "green" }]]);
    expect(toneOf("completed", { ...emptyVocabulary, status })).toBe("blue");
  });

  it("is not fooled by names of an object's own", () => {
    for (const word of ["constructor", "toString", "__proto__"]) {
      expect(typeof toneOf(word)).toBe("string");
    }
  });
});
