import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildHistory, type HistoryArrival } from "@/lib/recordings/detail/build-history";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { emptyVocabulary } from "@/lib/vocabulary/terms";
import { RecordingHistory } from "./recording-history";

test.each([
  ["short", (n: number) => `Call ${n} was short.`],
  ["long", (n: number) => `${n} offer `.repeat(3_000)],
  ["longer in HTML", (n: number) => `${n}"<&>" `.repeat(1_000)],
  ["other in every word", (n: number) => toWords(400, (word) => `${word}${n}`)],
  ["other in every second word", (n: number) => toWords(400, (word) => (word % 2 ? "a" : `b${n}`))],
])("fifty changes of texts that are %s are a bounded page", (_, toText) => {
  const firsts = Array.from(
    { length: 51 },
    (_, n): HistoryArrival => ({
      recordingId: "often",
      contentHash: String(n),
      payloadHash: null,
      acceptedSeq: BigInt(n),
      position: 0,
      outcome: "stored",
      isRetry: false,
      isTaken: false,
      deliveryId: `delivery-${n}`,
      acceptedAt: new Date(Date.UTC(2026, 10, 20, 10, n)).toISOString(),
    }),
  );
  const toContent = (n: number) => {
    const key = toText(n).slice(0, 400);
    const extra = Object.fromEntries(
      toWords(80, String)
        .split(" ")
        .map((name) => [name, key]),
    );
    return toCallRecord("often", {
      summary: toText(n),
      customerEmail: toText(n),
      callSid: toText(n),
      extra: JSON.stringify(extra),
    });
  };
  const contents = new Map(firsts.map(({ contentHash }, n) => [contentHash, toContent(n)]));
  const entries = buildHistory(firsts, [], { contents, isFromBeginning: false });
  const html = renderToStaticMarkup(
    <RecordingHistory
      history={{ entries, isFromBeginning: false, repeatsMissingBefore: null }}
      timeZone="UTC"
      isAdministrator
      takeRetry={async () => undefined}
      vocabulary={emptyVocabulary}
    />,
  );
  expect(entries).toHaveLength(50);
  expect(entries[0]).toMatchObject({ kind: "changed", changes: { fields: expect.anything() } });
  expect(html.length).toBeLessThan(400_000);
});

function toWords(count: number, toWord: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => toWord(index)).join(" ");
}
