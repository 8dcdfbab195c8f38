import { expect, test } from "vitest";
import type { HistoryEntryView, RecordChangesView } from "../views/views";
import { fitHistory } from "./build-history";
import { diffWords } from "./compare-records";

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
      ...{ path: `key_${index}`, before: text, after: null },
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
