import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/database/db";
import { inTransaction } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import { removeRecordings } from "@/lib/recordings/ledger/ledger";
import { compareSlice } from "@/lib/recordings/live/changes";
import { deleteNote, editNote, setReview, writeNote } from "./note-store";
import {
  getNoteHistory,
  getNotes,
  listCallHistory,
  listMentionable,
  listShownNotes,
} from "./queries";
import { saidOfCalls } from "./start-tidying";
import { deleteTag, tagCalls } from "./tag-store";
import { notesForTest } from "./test-notes";

const { people, pool, read, write, newNote, newTag, listAudited } = notesForTest();

describe("a note", () => {
  it("says who wrote it, when and of which moment; answers stand with the beginning of the thread", async () => {
    const listen = { id: randomUUID(), text: "Listen", atMs: 42_000, replyToId: null };
    await writeNote("call", listen, people.ada);
    const [first] = (await read(people.ben)).notes;
    expect(first).toMatchObject({ text: "Listen", atMs: 42_000, mayEdit: false, mayDelete: false });
    expect(first?.written.by).toBe("Ada Lovelace");
    const answer = await newNote(people.ben, "I did", first?.id);
    await newNote(people.ada, "Thanks", answer);
    const { notes } = await read(people.ada);
    expect(notes.map(({ replyToId }) => replyToId)).toEqual([null, first?.id, first?.id]);
    expect(await write(people.ada, "x", "01a1f80b-3cda-7b58-800f-000000000000")).toBe("not-found");
    expect(await writeNote("none", { ...listen, id: randomUUID() }, people.ada)).toBe("not-found");
  });

  it("stands once when its answer was lost and it is sent again, whatever became of it", async () => {
    const note = { id: randomUUID(), text: "first", atMs: null, replyToId: null };
    const answers = Array.from({ length: 4 }, () => writeNote("call", note, people.ada));
    expect(await Promise.all(answers)).toEqual(Array(4).fill("done"));
    expect(await writeNote("call", { ...note, text: "forged" }, people.ben)).toBe("not-allowed");
    expect(await writeNote("call", { ...note, text: "second" }, people.ada)).toBe("done");
    // The first one may come late.
    expect(await writeNote("call", note, people.ada)).toBe("done");
    expect((await read(people.ada)).notes.map(({ text }) => text)).toEqual(["second"]);
    const reply = { ...note, id: randomUUID(), text: "yes", replyToId: note.id };
    for (let time = 1; time <= 2; time++) await writeNote("call", reply, people.ben);
    expect((await read(people.ada)).notes.map(({ text }) => text)).toEqual(["second", "yes"]);
    const history = await getNoteHistory("call", note.id, people.ben);
    expect(history?.map(({ text }) => text)).toEqual(["second", "first"]);
    await deleteNote("call", note.id, people.ada);
    expect(await writeNote("call", note, people.ada)).toBe("not-found");
  });

  it("is edited by its author alone, and what it said is kept, also of edits at once", async () => {
    const id = await newNote(people.ada, "first");
    expect(await editNote("call", id, { text: "mine", atMs: null }, people.ben)).toBe(
      "not-allowed",
    );
    await Promise.all(
      ["second", "third"].map((text) => editNote("call", id, { text, atMs: null }, people.ada)),
    );
    expect(await editNote("call", id, { text: "fourth", atMs: 1_000 }, people.ada)).toBe("done");
    expect(await editNote("call", id, { text: "fourth", atMs: 1_000 }, people.ada)).toBe("done");
    const history = await getNoteHistory("call", id, people.ben);
    expect(history?.map(({ text }) => text).toSorted()).toEqual([
      "first",
      "fourth",
      "second",
      "third",
    ]);
    expect(history?.[0]).toMatchObject({ text: "fourth", atMs: 1_000 });
    expect(history?.at(-1)?.text).toBe("first");
    expect((await read(people.ben)).notes[0]).toMatchObject({ text: "fourth", hasHistory: true });
  });

  it("leaves a trace when an administrator deletes it, whose text others don't read", async () => {
    const id = await newNote(people.ada, "secret of @Ben");
    expect(await deleteNote("call", id, people.ben)).toBe("not-allowed");
    expect(await deleteNote("call", id, people.chief)).toBe("done");
    expect(await deleteNote("call", id, people.chief)).toBe("done");
    const [seen] = (await read(people.ben)).notes;
    expect(seen).toMatchObject({ text: null, hasHistory: false, mentions: [] });
    expect(seen?.deleted?.by).toBe("Chief");
    expect(await getNoteHistory("call", id, people.ben)).toBeNull();
    expect((await getNoteHistory("call", id, people.ada))?.[0]?.text).toBe("secret of @Ben");
    expect(await editNote("call", id, { text: "again", atMs: null }, people.ada)).toBe("not-found");
  });

  it("mentions people as they are called, and no more once it doesn't", async () => {
    const id = await newNote(people.ada, "@ben and @Ada Lovelace, look");
    const mentions = async () => (await read(people.ada)).notes[0]?.mentions.toSorted();
    expect(await mentions()).toEqual(["Ada Lovelace", "ben"]);
    await editNote("call", id, { text: "@Ben alone", atMs: null }, people.ada);
    expect((await read(people.ada)).notes[0]?.mentions).toEqual(["Ben"]);
    await db().user.update({ where: { id: people.chief.userId }, data: { name: "Ben" } });
    const offered = (await listMentionable()).map(({ mention }) => mention);
    expect(offered.toSorted()).toEqual(
      ["Ada Lovelace", people.ben.email, people.chief.email].toSorted(),
    );
  });

  it("finds no room where a call has as many as it can show", async () => {
    const text = "x".repeat(10_000);
    const most = Math.floor(budgets.notes.charactersTogether / text.length);
    for (let n = 0; n < most; n++) expect(await write(people.ada, text)).toBe("done");
    expect(await write(people.ada, text)).toBe("no-room");
    const [first] = (await read(people.ada)).notes;
    await deleteNote("call", first?.id ?? "", people.ada);
    expect(await write(people.ada, text)).toBe("done");
  });
});

describe("a review", () => {
  it("is what was said last, also of two who speak at once, and all before is kept", async () => {
    await Promise.all([
      setReview("call", { state: "to_review", reason: "" }, people.ada.userId),
      setReview("call", { state: "flagged", reason: "rude" }, people.ben.userId),
    ]);
    await setReview("call", { state: "reviewed", reason: "fine" }, people.chief.userId);
    await setReview("call", { state: "reviewed", reason: "fine" }, people.ada.userId);
    expect((await read(people.ada)).review).toMatchObject({
      state: "reviewed",
      reason: "fine",
      by: "Chief",
    });
    expect(await listCallHistory("call")).toHaveLength(3);
    await setReview("call", { state: null, reason: "" }, people.ada.userId);
    expect((await read(people.ada)).review).toBeNull();
    expect(await listAudited()).toMatchObject([
      { action: "review-changed" },
      { action: "review-changed" },
      { by: "Chief", recordingId: "call", action: "review-changed", state: "reviewed" },
      { by: "Ada Lovelace", recordingId: "call", state: null },
    ]);
    expect(await setReview("none", { state: "reviewed", reason: "" }, people.ada.userId)).toBe(
      "not-found",
    );
  });
});

it("the list is told of each call", async () => {
  const key = await newTag("VIP");
  await tagCalls(["call"], key, people.ada.userId);
  await newNote(people.ada, "one");
  const gone = await newNote(people.ada, "two");
  await deleteNote("call", gone, people.ada);
  await setReview("other", { state: "flagged", reason: "x" }, people.ada.userId);
  expect(Object.fromEntries(await listShownNotes(["call", "other", "\0"], ["tags"]))).toEqual({
    call: { tags: [{ key, name: "VIP", colour: "blue" }], review: null, notes: 1 },
    other: { tags: [], review: "flagged", notes: 0 },
  });
});

const marksOf = async (id: string) => {
  const marks = await db().callMark.findMany({ where: { recordingId: id } });
  return marks.map(({ mark }) => mark).toSorted();
};

it("the list finds a call by its tags, its review, its notes and whom they mention, as they are", async () => {
  const key = await newTag("VIP");
  await tagCalls(["call"], key, people.ada.userId);
  await setReview("call", { state: "flagged", reason: "x" }, people.ada.userId);
  const id = await newNote(people.ada, "@Ben");
  const all = [`mentioned:${people.ben.userId}`, "notes:true", "review:flagged", "tag:vip"];
  expect(await marksOf("call")).toEqual(all);
  await db().callMark.deleteMany();
  expect(await compareSlice(saidOfCalls, "", 500)).toBeNull();
  expect(await marksOf("call")).toEqual(all);

  await editNote("call", id, { text: "nobody", atMs: null }, people.ada);
  expect(await marksOf("call")).toEqual(all.slice(1));
  await deleteNote("call", id, people.ada);
  await setReview("call", { state: null, reason: "" }, people.ada.userId);
  await deleteTag(key, people.chief.userId);
  expect(await marksOf("call")).toEqual([]);
  expect(await compareSlice(saidOfCalls, "", 500)).toBeNull();
  expect(await marksOf("call")).toEqual([]);
});

it("whatever was said of a call that is no more goes, and nothing else", async () => {
  const key = await newTag("VIP");
  for (const id of ["call", "other"]) {
    await tagCalls([id], key, people.ada.userId);
    await writeNote(
      id,
      { id: randomUUID(), text: "@Ben", atMs: null, replyToId: null },
      people.ada,
    );
    await setReview(id, { state: "reviewed", reason: "" }, people.ada.userId);
  }
  const [note] = (await read(people.ada)).notes;
  await editNote("call", note?.id ?? "", { text: "@Ben again", atMs: null }, people.ada);
  await inTransaction(pool(), (transaction) => removeRecordings(transaction, ["call"]));
  expect(await compareSlice(saidOfCalls, "", 1)).not.toBeNull();
  expect(await compareSlice(saidOfCalls, "", 500)).toBeNull();
  const where = { where: { recordingId: "call" } };
  expect(
    await Promise.all([
      db().note.count(where),
      db().noteVersion.count(where),
      db().noteMention.count(where),
      db().recordingTag.count(where),
      db().review.count(where),
    ]),
  ).toEqual([0, 0, 0, 0, 0]);
  const kept = await getNotes("other", people.ada, "UTC");
  expect([kept.notes.length, kept.tags.length, kept.review?.state]).toEqual([1, 1, "reviewed"]);
});
