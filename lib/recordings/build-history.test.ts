import { expect, test } from "vitest";
import { buildHistory, type HistoryArrival, type HistoryVersion } from "./build-history";
import type { CallRecord } from "./call-record";
import { toCallRecord } from "./test-record";
import type { HistoryEntryView } from "./views";

const whole = { isFromBeginning: true };

/** The delivery of a sequence, with the content of that letter. */
function arrival(
  seq: number,
  contentHash: string,
  outcome: HistoryArrival["outcome"] = "unchanged",
): HistoryArrival {
  return {
    contentHash,
    acceptedSeq: BigInt(seq),
    deliveryId: `delivery-${seq}`,
    acceptedAt: new Date(Date.UTC(2026, 10, 20, 10, seq)).toISOString(),
    outcome,
  };
}

function version(first: HistoryArrival, changes: Partial<CallRecord> | null = {}): HistoryVersion {
  return { ...first, content: changes && toCallRecord("rec-1", changes) };
}

/** An entry in a few words: what happened, and by which deliveries. */
function inWords(entry: HistoryEntryView): string {
  const deliveries = "deliveries" in entry ? entry.deliveries : [entry.delivery];
  const seqs = deliveries.map(
    ({ deliveryId, isLate }) => `${deliveryId.replace("delivery-", "")}${isLate ? " late" : ""}`,
  );
  const fields = entry.kind === "changed" ? (entry.changes?.fields ?? []) : [];
  const changed = fields.map(({ field, before, after }) => `${field} ${before} → ${after}`);
  return [entry.kind, ...changed, `by ${seqs.join(", ")}`].join(" ");
}

test("one delivery is all there is to tell", () => {
  const first = arrival(1, "a", "stored");
  expect(buildHistory([version(first)], [first], whole)).toEqual([
    {
      kind: "received",
      delivery: {
        deliveryId: "delivery-1",
        acceptedAt: "2026-11-20T10:01:00.000Z",
        isLate: false,
      },
    },
  ]);
});

test("a recording that nothing is known of has no history", () => {
  expect(buildHistory([], [], whole)).toEqual([]);
});

test("repeats in a row are one entry, between changes too", () => {
  const [a, b] = [arrival(1, "a", "stored"), arrival(4, "b", "stored")];
  const arrivals = [arrival(6, "b"), arrival(5, "b"), b, arrival(3, "a"), arrival(2, "a"), a];
  const versions = [version(b, { status: "failed" }), version(a)];
  expect(buildHistory(versions, arrivals, whole).map(inWords)).toEqual([
    "repeated by 6, 5",
    "changed status completed → failed by 4",
    "repeated by 3, 2",
    "received by 1",
  ]);
});

test("a status that comes back with another summary is a change each time", () => {
  const comings = [arrival(1, "a", "stored"), arrival(2, "b", "stored"), arrival(3, "c", "stored")];
  const contents = [
    { summary: "One" },
    { summary: "One", status: "failed" },
    { summary: "Two", status: "completed" },
  ];
  const versions = comings.map((coming, n) => version(coming, contents[n]));
  expect(buildHistory(versions, comings, whole).map(inWords)).toEqual([
    "changed status failed → completed summary One → Two by 3",
    "changed status completed → failed by 2",
    "received by 1",
  ]);
});

test("an older content that comes again changes nothing, and says which one it is", () => {
  const [a, b] = [arrival(1, "a", "stored"), arrival(2, "b", "stored")];
  const versions = [version(a), version(b, { status: "failed" })];
  const repeats = [arrival(3, "a", "superseded"), arrival(4, "a", "superseded"), arrival(5, "b")];
  const history = buildHistory(versions, [a, b, ...repeats], whole);
  expect(history.map(inWords)).toEqual([
    "repeated by 5",
    "outdated by 4, 3",
    "changed status completed → failed by 2",
    "received by 1",
  ]);
  expect(history[1]).toMatchObject({ contentSince: "2026-11-20T10:01:00.000Z" });
});

test("repeats of several older contents are kept apart", () => {
  const comings = ["a", "b", "c"].map((letter, n) => arrival(n + 1, letter, "stored"));
  const versions = comings.map((coming, n) => version(coming, { minutesUsed: n }));
  const repeats = ["b", "a", "a"].map((letter, n) => arrival(n + 4, letter, "superseded"));
  const history = buildHistory(versions, [...comings, ...repeats], whole);
  expect(history.slice(0, 2)).toMatchObject([
    { kind: "outdated", contentSince: comings[0]?.acceptedAt, deliveries: { length: 2 } },
    { kind: "outdated", contentSince: comings[1]?.acceptedAt, deliveries: { length: 1 } },
  ]);
});

test("what was read late stands where it was accepted", () => {
  const comings = [
    arrival(1, "a", "stored"),
    arrival(2, "b", "superseded"),
    arrival(3, "b", "superseded"),
    arrival(4, "c", "stored"),
  ];
  const [a, b, , c] = comings.map((coming, n) => version(coming, { minutesUsed: n }));
  const versions = [a, b, c].filter((one) => one !== undefined);
  expect(buildHistory(versions, comings, whole).map(inWords)).toEqual([
    "changed minutesUsed 1 → 3 by 4",
    "repeated by 3 late",
    "changed minutesUsed 0 → 1 by 2 late",
    "received by 1",
  ]);
});

test("two contents of one delivery are in the order of their hashes, and neither is late", () => {
  const [b, a] = [arrival(1, "b", "stored"), arrival(1, "a", "superseded")];
  const versions = [version(b, { status: "failed" }), version(a)];
  expect(buildHistory(versions, [b, a, arrival(1, "a")], whole).map(inWords)).toEqual([
    "changed status completed → failed by 1",
    "repeated by 1",
    "received by 1",
  ]);
});

test("the order in which the rows come is of no matter", () => {
  const comings = [1, 2, 3, 4, 5].map((seq) => arrival(seq, "ababc"[seq - 1] ?? ""));
  const versions = [1, 2, 5].map((seq) => version(arrival(seq, "ababc"[seq - 1] ?? "")));
  expect(buildHistory(versions.toReversed(), comings.toReversed(), whole)).toEqual(
    buildHistory(versions, comings, whole),
  );
});

test("without the beginning, the oldest content is only compared with", () => {
  const [b, c] = [arrival(2, "b"), arrival(4, "c")];
  const versions = [version(b), version(c, { status: "failed" })];
  const arrivals = [arrival(1, "a"), b, arrival(3, "b"), c, arrival(5, "a")];
  const history = buildHistory(versions, arrivals, { isFromBeginning: false });
  expect(history.map(inWords)).toEqual([
    "outdated by 5",
    "changed status completed → failed by 4",
    "repeated by 3",
  ]);
  expect(history[0]).toMatchObject({ contentSince: null });
});

test("what brought a content is told though its delivery was not read", () => {
  const [a, b] = [arrival(1, "a"), arrival(2, "b")];
  const versions = [version(a), version(b, null)];
  const history = buildHistory(versions, [arrival(9, "b")], whole);
  expect(history.map(inWords)).toEqual(["repeated by 9", "changed by 2", "received by 1"]);
  expect(history[1]).toMatchObject({ changes: null });
});
