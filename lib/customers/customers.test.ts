import { expect, test } from "vitest";
import type { PersonData, PersonMention } from "@/lib/recordings/detail/person-sql";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { buildPersonHistory, isSameNumber } from "./customers";

function mention(n: number, changes: Partial<PersonData> = {}): PersonMention {
  return {
    recordingId: `call-${n}`,
    deliveryId: `delivery-${n}`,
    acceptedAt: `2026-11-20T10:0${n}:00.000Z`,
    data: toCallRecord(`call-${n}`, changes),
  };
}

test("the first mention is heard of, and every change is told by the call that brought it", () => {
  const history = buildPersonHistory(
    [
      mention(1),
      mention(2),
      mention(3, { customerPhoneNumber: "+1 202 555 0147" }),
      mention(4, { customerPhoneNumber: "+1 202 555 0147", customerType: null }),
    ],
    { isFromBeginning: true },
  );
  expect(history.map(({ recordingId, changes }) => [recordingId, changes])).toEqual([
    ["call-4", [{ field: "customerType", before: "lead", after: null, words: null }]],
    [
      "call-3",
      [
        {
          field: "customerPhoneNumber",
          before: "+1 212 555 0142",
          after: "+1 202 555 0147",
          words: null,
        },
      ],
    ],
    ["call-1", null],
  ]);
});

test("without the beginning, the oldest is there to compare with only", () => {
  const mentions = [mention(1), mention(2, { customerIsConfirmed: false })];
  const history = buildPersonHistory(mentions, { isFromBeginning: false });
  expect(history.map(({ recordingId }) => recordingId)).toEqual(["call-2"]);
});

test("nobody was ever named: nothing is told", () => {
  expect(buildPersonHistory([], { isFromBeginning: true })).toEqual([]);
});

test.each([
  ["+1 212 555 0142", "+12125550142"],
  ["+1 212 555 0142", "001 (212) 555-0142"],
  ["+1 212 555 0142", "(212) 555-0142"],
  ["+1 212 555 0142", "12125550142"],
  ["+44 7700 900123", "07700 900123"],
  ["+1 212 555 0142", "＋１ ２１２ ５５５ ０１４２"],
  ["212.555.0142", "2125550142"],
])("%s and %s are one number", (one, other) => {
  expect(isSameNumber(one, other)).toBe(true);
  expect(isSameNumber(other, one)).toBe(true);
});

test.each([
  ["+1 212 555 0142", "+1 202 555 0142"],
  ["+1 212 555 0142", "+49 212 555 0142"],
  ["+1 212 555 0142", "(202) 555-0142"],
  ["0142", "0142"],
  ["", ""],
  ["unknown", "unknown"],
])("%s and %s are not known to be one", (one, other) => {
  expect(isSameNumber(one, other)).toBe(false);
});
