import { expect, test } from "vitest";
import type { CustomerData, CustomerMention } from "@/lib/recordings/detail/customer";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { buildCustomerHistory, isSameNumber } from "./customers";

function mention(n: number, changes: Partial<CustomerData> = {}): CustomerMention {
  return {
    recordingId: `call-${n}`,
    deliveryId: `delivery-${n}`,
    acceptedAt: `2026-11-20T10:0${n}:00.000Z`,
    data: toCallRecord(`call-${n}`, changes),
  };
}

test("the first mention is heard of, and every change is told by the call that brought it", () => {
  const history = buildCustomerHistory(
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
  const mentions = [mention(1), mention(2, { customerIsConfirmed: false }), mention(3)];
  const history = buildCustomerHistory(mentions, { isFromBeginning: false });
  expect(history.map(({ recordingId, backTo }) => [recordingId, backTo])).toEqual([
    ["call-3", "2026-11-20T10:01:00.000Z"],
    ["call-2", null],
  ]);
});

test("who is again what they were before is so since that was so last", () => {
  const married = { customerLastName: "Haddad-Lindqvist" };
  const mentions = [
    mention(1),
    mention(2),
    mention(3, married),
    mention(4),
    mention(5, { customerLastName: "Lindqvist" }),
    mention(6, married),
    mention(7, { ...married, customerIsConfirmed: null }),
    mention(8),
  ];
  const history = buildCustomerHistory(mentions, { isFromBeginning: true });
  const minutes = history.map(({ recordingId, backTo }) => [recordingId, backTo?.slice(14, 16)]);
  expect(minutes).toEqual([
    ["call-8", "04"],
    ["call-7", undefined],
    ["call-6", "03"],
    ["call-5", undefined],
    ["call-4", "01"],
    ["call-3", undefined],
    ["call-1", undefined],
  ]);
});

test("nobody was ever named: nothing is told", () => {
  expect(buildCustomerHistory([], { isFromBeginning: true })).toEqual([]);
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
