import { expect, test } from "vitest";
import type { CallRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import type { HistoryEntryView, RecordChangesView } from "../views/views";
import { buildHistory as build, fitHistory, type HistoryArrival } from "./build-history";
import { diffWords } from "./compare-records";

const whole = { isFromBeginning: true };

/** The first coming of a content, and what it holds. */
type HistoryVersion = HistoryArrival & { content: CallRecord | null };

function buildHistory(
  versions: HistoryVersion[],
  arrivals: HistoryArrival[],
  options: { isFromBeginning: boolean },
): HistoryEntryView[] {
  const contents = new Map(
    versions.flatMap(({ contentHash, content }) => (content ? [[contentHash, content]] : [])),
  );
  return build(versions, arrivals, { contents, ...options });
}

/** The delivery of a sequence, with the content of that letter. */
function arrival(
  seq: number,
  contentHash: string,
  outcome: HistoryArrival["outcome"] = "unchanged",
  changes: Partial<HistoryArrival> = {},
): HistoryArrival {
  return {
    recordingId: "rec-1",
    position: 0,
    payloadHash: null,
    isRetry: false,
    isTaken: false,
    contentHash,
    acceptedSeq: BigInt(seq),
    deliveryId: `delivery-${seq}`,
    acceptedAt: new Date(Date.UTC(2026, 10, 20, 10, seq)).toISOString(),
    outcome,
    ...changes,
  };
}

/** One that an older Earshot read. */
function formerly(seq: number, contentHash: string): HistoryArrival {
  return arrival(seq, contentHash, "superseded", { isRetry: null });
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
  const backTo =
    entry.kind === "changed" && entry.backTo ? [`back to ${entry.backTo.slice(14, 16)}`] : [];
  return [entry.kind, ...changed, ...backTo, `by ${seqs.join(", ")}`].join(" ");
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
        isTaken: false,
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

test("an older content to which an older Earshot didn't go back says which one it is", () => {
  const [a, b] = [arrival(1, "a", "stored"), arrival(2, "b", "stored")];
  const versions = [version(a), version(b, { status: "failed" })];
  const repeats = [formerly(3, "a"), formerly(4, "a"), arrival(5, "b")];
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
  const repeats = ["b", "a", "a"].map((letter, n) => formerly(n + 4, letter));
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

test("several contents of one delivery are in the order of its body", () => {
  const [b, a] = [arrival(1, "b", "stored"), arrival(1, "a", "stored", { position: 1 })];
  const again = arrival(1, "a", "unchanged", { position: 2 });
  const versions = [version(b, { status: "failed" }), version(a)];
  expect(buildHistory(versions, [b, a, again], whole).map(inWords)).toEqual([
    "repeated by 1",
    "changed status failed → completed by 1",
    "received by 1",
  ]);
});

test("an earlier state that comes back is a change, and says when it was", () => {
  const comings = ["a", "b", "a", "b"].map((letter, n) => arrival(n + 1, letter, "stored"));
  const [a, b] = comings;
  if (!a || !b) throw new Error("two comings expected");
  const versions = [version(a), version(b, { status: "failed" })];
  expect(buildHistory(versions, comings, whole).map(inWords)).toEqual([
    "changed status completed → failed back to 02 by 4",
    "changed status failed → completed back to 01 by 3",
    "changed status completed → failed by 2",
    "received by 1",
  ]);
});

test("retries in a row change nothing, and say how long before the same bytes came", () => {
  const a = arrival(1, "a", "stored", { payloadHash: "aa" });
  const b = arrival(2, "b", "stored", { payloadHash: "bb" });
  const retry = { isRetry: true, payloadHash: "aa" };
  const retries = [arrival(3, "a", "superseded", retry), arrival(5, "a", "superseded", retry)];
  const versions = [version(a), version(b, { status: "failed" })];
  const history = buildHistory(versions, [a, b, ...retries], whole);
  expect(history.map(inWords)).toEqual([
    "retried by 5, 3",
    "changed status completed → failed by 2",
    "received by 1",
  ]);
  expect(history[0]).toMatchObject({
    deliveries: [{ secondsAfter: 120, recordingId: "rec-1", position: 0 }, { secondsAfter: 120 }],
  });
});

test("a retry that was taken after all is a change", () => {
  const a = arrival(1, "a", "stored", { payloadHash: "aa" });
  const b = arrival(2, "b", "stored", { payloadHash: "bb" });
  const taken = arrival(3, "a", "stored", { payloadHash: "aa", isTaken: true });
  const history = buildHistory(
    [version(a), version(b, { status: "failed" })],
    [a, b, taken],
    whole,
  );
  expect(history[0]).toMatchObject({ kind: "changed", delivery: { isTaken: true } });
});

test("the same bytes are no change, though an interpreter understands more of them", () => {
  const a = arrival(1, "a", "stored", { payloadHash: "aa" });
  const better = arrival(2, "b", "unchanged", { payloadHash: "aa" });
  const versions = [version(a), version(better, { status: "failed" })];
  expect(buildHistory(versions, [a, better], whole).map(inWords)).toEqual([
    "repeated by 2",
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
  const arrivals = [arrival(1, "a"), b, arrival(3, "b"), c, formerly(5, "a")];
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

const delivery = {
  deliveryId: "d",
  acceptedAt: "2026-11-20T10:00:00Z",
  isLate: false,
  isTaken: false,
};

function changed(changes: RecordChangesView): HistoryEntryView {
  return { kind: "changed", delivery, changes, backTo: null };
}

function toChanges(text: string, keys: number): RecordChangesView {
  const before = text.split(" ").toReversed().join(" ");
  return {
    fields: [
      { field: "status", before: "completed", after: "failed", words: null },
      { field: "summary", before, after: text, words: diffWords(before, text) },
    ],
    extra: Array.from({ length: keys }, (_, index) => ({
      path: `key_${index}`,
      before: text,
      after: null,
    })),
    moreExtra: 0,
  };
}

test("a usual history is shown as it is", () => {
  const entries = Array.from({ length: 20 }, () => changed(toChanges("Asked for a call back.", 2)));
  expect(fitHistory(entries)).toEqual(entries);
});

test("of long changes the newest is whole, and the next ones say what changed in short", () => {
  const long = "Wants an offer in writing. ".repeat(350);
  const fitted = fitHistory(Array.from({ length: 50 }, () => changed(toChanges(long, 0))));
  const changes = fitted.map((entry) => (entry.kind === "changed" ? entry.changes : undefined));
  expect(changes[0]).toEqual(toChanges(long, 0));
  expect(changes[49]?.fields).toMatchObject([
    { field: "status", before: "completed", after: "failed" },
    { field: "summary", after: expect.stringMatching(/^Wants an offer.{60,70}…$/), words: null },
  ]);
});

test("however much there is of it, the newest change of a usual size is whole", () => {
  const usual = toChanges("Wants an offer in writing. ".repeat(20), 20);
  const fitted = fitHistory(Array.from({ length: 50 }, () => changed(usual)));
  const [newest] = fitted;
  expect(newest).toEqual(changed(usual));
});
