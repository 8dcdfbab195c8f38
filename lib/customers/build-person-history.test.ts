import { expect, test } from "vitest";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { buildPersonHistory, type PersonData, type PersonMention } from "./get-person-history";

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
