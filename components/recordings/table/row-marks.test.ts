import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { usualColumns } from "@/lib/recordings/filter/list-view";
import { findHits, readTerms } from "@/lib/recordings/record/search-text";
import type { RecordingRowView } from "@/lib/recordings/views/views";
import { markSnippet, toRowMarks } from "./row-marks";

const row: RecordingRowView = {
  id: "rec_81f",
  createdAt: "2026-11-20T10:00:00Z",
  status: "completed",
  campaign: "spring",
  minutesUsed: 1,
  hasTranscript: true,
  summaryBeginning: "Asked about the delivery of two parcels and wants to pay by instalments.",
  searchedSummary: null,
  spoken: null,
  customerId: "cus_7",
  customerName: "Hana Nováková",
  phoneNumber: "+12125550142",
  isPhoneNumberCorrect: true,
  email: "hana@example.com",
  type: null,
  gender: "female",
  isConfirmed: true,
  callSid: "CA1",
  receivedAt: "2026-11-20T10:00:01Z",
  changedAt: "2026-11-20T10:00:01Z",
  problemCount: 0,
  isCreatedAtOfArrival: false,
  audio: null,
  hasAudio: true,
  isProtected: false,
};

describe("a row says why it is found", () => {
  test("in its name, its number and around the words of its summary", () => {
    expect(toRowMarks(row, "", usualColumns)).toBeNull();
    expect(toRowMarks(row, "novak instal", usualColumns)).toEqual({
      customer: ["Hana ", "Novák", "ová"],
      summary: ["…and wants to pay by ", "instal", "ments."],
    });
    const searchedSummary = { text: `Hana called. ${row.summaryBeginning}`, isMidway: false };
    expect(toRowMarks({ ...row, searchedSummary }, "hana instal", usualColumns)?.summary).toEqual([
      "…and wants to pay by ",
      "instal",
      "ments.",
    ]);
    expect(toRowMarks(row, "555-0142", usualColumns)).toEqual({
      phone_number: ["+1 212 ", "555 0142", ""],
    });
  });

  test("beside them where no column shows it, each word once", () => {
    expect(toRowMarks(row, "hana@ex rec_81 cus_7", usualColumns)).toEqual({
      elsewhere: [
        { label: "Email", parts: ["", "hana@ex", "ample.com"] },
        { label: "Call id", parts: ["", "rec_81", "f"] },
        { label: "Customer id", parts: ["", "cus_7", ""] },
      ],
    });
    expect(toRowMarks(row, "hana", usualColumns)).toEqual({ customer: ["", "Hana", " Nováková"] });
    expect(toRowMarks(row, "hana@ex", [...usualColumns, "email"])).toEqual({
      email: ["", "hana@ex", "ample.com"],
    });
    expect(toRowMarks(row, "parcels", ["customer"])).toEqual({
      elsewhere: [
        {
          label: "Summary",
          parts: ["…two ", "parcels", " and wants to pay by instalments."],
        },
      ],
    });
  });

  test("from a part of a long summary", () => {
    const text = `${"x ".repeat(500)}needle ${"y ".repeat(500)}`;
    const [before, hit, after] =
      toRowMarks({ ...row, searchedSummary: { text, isMidway: true } }, "needle", usualColumns)
        ?.summary ?? [];
    expect(before).toMatch(/^…(x )+$/);
    expect(hit).toBe("needle");
    expect(after).toMatch(/^ (y )+y?…$/);
    expect(
      toRowMarks({ ...row, searchedSummary: { text, isMidway: true } }, "hana", usualColumns),
    ).not.toHaveProperty("summary");
  });
});

describe("a snippet", () => {
  const words = fc.constantFrom(
    "needle",
    "straße",
    "مرحبا",
    "שלום",
    "会話の録音",
    "\u{1f469}\u200d\u{1f467}\u200d\u{1f466}",
    "e\u0301".repeat(9),
    "\u{1f1f3}\u{1f1f5}".repeat(20),
    "a".repeat(80),
    "\n",
    "\ud800",
  );
  const text = fc
    .array(fc.oneof(words, fc.string({ unit: "grapheme" })), { minLength: 1, maxLength: 60 })
    .map((parts) => parts.join(" "));
  const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

  test("is a part of the text, with a mark that can be seen, and cuts no character", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("needle", "שלום", "録音", "strasse", "aaa"), (text, q) => {
        const hits = findHits(text, readTerms(q));
        if (hits.size === 0) return;
        const parts = markSnippet(text, hits, { most: 240 });
        const shown = parts.join("").replace(/^…/, "").replace(/…$/, "");
        const at = text.indexOf(shown);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(shown.length).toBeLessThanOrEqual(240);
        expect(parts[0]?.length).toBeLessThanOrEqual(100);
        expect(parts[1]).toBeTruthy();
        const boundaries = new Set([...characters.segment(text)].map(({ index }) => index));
        boundaries.add(text.length);
        if (text.lastIndexOf(shown) !== at) return;
        expect(boundaries.has(at)).toBe(true);
        expect(boundaries.has(at + shown.length)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
