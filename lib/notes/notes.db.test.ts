import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/access/gate/viewer";
import { addAccount, emptyAccess, openTestAccess } from "@/lib/access/members/test-access";
import { db } from "@/lib/platform/database/db";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import { removeRecordings } from "@/lib/recordings/ledger/remove-recordings";
import { storeRecords } from "@/lib/recordings/ledger/store-records";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { deleteNote, editNote, writeNote } from "./note-store";
import {
  getNoteHistory,
  getNotes,
  listMarkEvents,
  listPeople,
  listRowNotes,
  listTags,
  listTagsWithCalls,
} from "./queries";
import { setReview } from "./review-store";
import { dropOrphans } from "./start-tidying";
import {
  changeTag,
  clearDeletedTags,
  createTag,
  deleteTag,
  tagCalls,
  untagCalls,
} from "./tag-store";

type Person = { userId: string; role: Role; email: string };

let access: Awaited<ReturnType<typeof openTestAccess>>;
let pool: pg.Pool;
let ada: Person;
let ben: Person;
let chief: Person;
let seq = 0;

beforeAll(async () => {
  access = await openTestAccess();
  pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await access.close();
});
beforeEach(async () => {
  await db().$executeRaw`
    TRUNCATE call_mark, note, note_version, note_mention, recording_tag, tag, review, recording,
      recording_newest, recording_version, recording_delivery`;
  await emptyAccess();
  const add = async (role: Role, name: string) => {
    const account = await addAccount(role);
    await db().user.update({ where: { id: account.userId }, data: { name } });
    return { ...account, role };
  };
  ada = await add("member", "Ada Lovelace");
  ben = await add("member", "Ben");
  chief = await add("administrator", "Chief");
  await storeCalls(["call", "other"]);
});

async function storeCalls(ids: string[]): Promise<void> {
  const arrived = ids.map((id, position) => ({
    ...{ record: toCallRecord(id, {}), acceptedSeq: BigInt(++seq), acceptedAt: new Date() },
    ...{ deliveryId: `01a1f80b-3cda-7b58-800f-${String(seq).padStart(12, "0")}` },
    ...{ payloadHash: null, position },
  }));
  await storeRecords(prismaOn(pool), arrived);
}

const read = (person: Person, id = "call") => getNotes(id, person, "UTC");
const write = (person: Person, text: string, replyToId: string | null = null) =>
  writeNote("call", { id: randomUUID(), text, atMs: null, replyToId }, person);
async function newNote(person: Person, text: string, replyToId?: string): Promise<string> {
  expect(await write(person, text, replyToId ?? null)).toBe("done");
  return (await read(person)).notes.at(-1)?.id ?? "";
}
async function newTag(name: string): Promise<string> {
  const made = await createTag({ name, colour: "blue" }, ada.userId);
  if (made.change !== "done") throw new Error(made.change);
  return made.key;
}

describe("a note", () => {
  it("says who wrote it, when and of which moment; answers stand with the beginning of the thread", async () => {
    const listen = { id: randomUUID(), text: "Listen", atMs: 42_000, replyToId: null };
    await writeNote("call", listen, ada);
    const [first] = (await read(ben)).notes;
    expect(first).toMatchObject({ text: "Listen", atMs: 42_000, mayEdit: false, mayDelete: false });
    expect(first?.written.by).toBe("Ada Lovelace");
    const answer = await newNote(ben, "I did", first?.id);
    await newNote(ada, "Thanks", answer);
    const { notes } = await read(ada);
    expect(notes.map(({ replyToId }) => replyToId)).toEqual([null, first?.id, first?.id]);
    expect(await write(ada, "x", "01a1f80b-3cda-7b58-800f-000000000000")).toBe("not-found");
    expect(await writeNote("none", { ...listen, id: randomUUID() }, ada)).toBe("not-found");
  });

  it("stands once when its answer was lost and it is sent again, whatever became of it", async () => {
    const note = { id: randomUUID(), text: "first", atMs: null, replyToId: null };
    const answers = Array.from({ length: 4 }, () => writeNote("call", note, ada));
    expect(await Promise.all(answers)).toEqual(Array(4).fill("done"));
    expect(await writeNote("call", { ...note, text: "forged" }, ben)).toBe("not-allowed");
    expect(await writeNote("call", { ...note, text: "second" }, ada)).toBe("done");
    // The first one may come late.
    expect(await writeNote("call", note, ada)).toBe("done");
    expect((await read(ada)).notes.map(({ text }) => text)).toEqual(["second"]);
    const reply = { ...note, id: randomUUID(), text: "yes", replyToId: note.id };
    for (let time = 1; time <= 2; time++) await writeNote("call", reply, ben);
    expect((await read(ada)).notes.map(({ text }) => text)).toEqual(["second", "yes"]);
    const history = await getNoteHistory("call", note.id, ben);
    expect(history?.map(({ text }) => text)).toEqual(["second", "first"]);
    await deleteNote("call", note.id, ada);
    expect(await writeNote("call", note, ada)).toBe("not-found");
  });

  it("is edited by its author alone, and what it said is kept, also of edits at once", async () => {
    const id = await newNote(ada, "first");
    expect(await editNote("call", id, { text: "mine", atMs: null }, ben)).toBe("not-allowed");
    await Promise.all(
      ["second", "third"].map((text) => editNote("call", id, { text, atMs: null }, ada)),
    );
    expect(await editNote("call", id, { text: "fourth", atMs: 1_000 }, ada)).toBe("done");
    expect(await editNote("call", id, { text: "fourth", atMs: 1_000 }, ada)).toBe("done");
    const history = await getNoteHistory("call", id, ben);
    expect(history?.map(({ text }) => text).toSorted()).toEqual([
      "first",
      "fourth",
      "second",
      "third",
    ]);
    expect(history?.[0]).toMatchObject({ text: "fourth", atMs: 1_000 });
    expect(history?.at(-1)?.text).toBe("first");
    expect((await read(ben)).notes[0]).toMatchObject({ text: "fourth", hasHistory: true });
  });

  it("leaves a trace when an administrator deletes it, whose text others don't read", async () => {
    const id = await newNote(ada, "secret of @Ben");
    expect(await deleteNote("call", id, ben)).toBe("not-allowed");
    expect(await deleteNote("call", id, chief)).toBe("done");
    expect(await deleteNote("call", id, chief)).toBe("done");
    const [seen] = (await read(ben)).notes;
    expect(seen).toMatchObject({ text: null, hasHistory: false, mentions: [] });
    expect(seen?.deleted?.by).toBe("Chief");
    expect(await getNoteHistory("call", id, ben)).toBeNull();
    expect((await getNoteHistory("call", id, ada))?.[0]?.text).toBe("secret of @Ben");
    expect(await editNote("call", id, { text: "again", atMs: null }, ada)).toBe("not-found");
  });

  it("mentions people as they are called, and no more once it doesn't", async () => {
    const id = await newNote(ada, "@ben and @Ada Lovelace, look");
    const mentions = async () => (await read(ada)).notes[0]?.mentions.toSorted();
    expect(await mentions()).toEqual(["Ada Lovelace", "ben"]);
    await editNote("call", id, { text: "@Ben alone", atMs: null }, ada);
    expect((await read(ada)).notes[0]?.mentions).toEqual(["Ben"]);
    await db().user.update({ where: { id: chief.userId }, data: { name: "Ben" } });
    const offered = (await listPeople()).map(({ mention }) => mention);
    expect(offered.toSorted()).toEqual(["Ada Lovelace", ben.email, chief.email].toSorted());
  });

  it("finds no room where a call has as many as it can show", async () => {
    const text = "x".repeat(10_000);
    const most = Math.floor(budgets.notes.charactersTogether / text.length);
    for (let n = 0; n < most; n++) expect(await write(ada, text)).toBe("done");
    expect(await write(ada, text)).toBe("no-room");
    const [first] = (await read(ada)).notes;
    await deleteNote("call", first?.id ?? "", ada);
    expect(await write(ada, text)).toBe("done");
  });
});

describe("a tag", () => {
  it("has one name, however it is written, and a key that survives another name", async () => {
    const key = await newTag("Billing issue");
    expect(key).toBe("billing-issue");
    expect(await createTag({ name: "BILLING  issue", colour: "red" }, ben.userId)).toEqual({
      change: "name-taken",
    });
    expect(await changeTag(key, { name: "🔥", colour: "red" }, chief.userId)).toBe("done");
    expect(await newTag("billing issue")).toBe("billing-issue-2");
    expect(await listTags()).toEqual([
      { key, name: "🔥", colour: "red" },
      { key: "billing-issue-2", name: "billing issue", colour: "blue" },
    ]);
    expect(await changeTag(key, { name: "Billing issue", colour: "red" }, chief.userId)).toBe(
      "name-taken",
    );
  });

  it("that several people make or rename at once is one of each name, and nobody's is another's", async () => {
    const make = (name: string, { userId }: Person) => createTag({ name, colour: "blue" }, userId);
    const people = [ada, ben, chief, ada, ben, chief];
    const same = await Promise.all(people.map((person) => make("VIP", person)));
    const changes = same.map(({ change }) => change);
    expect(changes.toSorted()).toEqual(["done", ...Array(5).fill("name-taken")]);

    // Other names, which an address writes alike, beside one that was called so.
    const former = await newTag("a b");
    await deleteTag(former, chief.userId);
    const alike = ["a b", "a/b", "a-b", "a, b", "a & b", "a: b"];
    const made = await Promise.all(alike.map((name, at) => make(name, people[at] ?? ada)));
    expect(made.map(({ change }) => change)).toEqual(Array(6).fill("done"));
    const tags = await listTags();
    expect(tags.map(({ name }) => name).toSorted()).toEqual(["VIP", ...alike].toSorted());
    for (const [at, name] of alike.entries()) {
      const one = made[at];
      expect(one && "key" in one && one.key).toBe(tags.find((tag) => tag.name === name)?.key);
    }

    const rename = ({ key }: { key: string }) =>
      changeTag(key, { name: "One name", colour: "red" }, chief.userId);
    const renamed = await Promise.all([
      ...tags.slice(0, 4).map(rename),
      make("one name", ben).then(({ change }) => change),
    ]);
    expect(renamed.toSorted()).toEqual(["done", ...Array(4).fill("name-taken")]);
    expect((await listTags()).filter(({ name }) => /^one name$/i.test(name))).toHaveLength(1);
  });

  it("is put on calls once, by whom and when, and taken off again", async () => {
    const key = await newTag("VIP");
    await Promise.all([ada, ben].map(({ userId }) => tagCalls(["call", "none"], key, userId)));
    const { tags } = await read(ada);
    expect(tags).toMatchObject([{ name: "VIP", added: { by: expect.any(String) } }]);
    expect(await tagCalls(["none"], key, ada.userId)).toBe("not-found");
    await untagCalls(["call"], key, ben.userId);
    await untagCalls(["call"], key, ben.userId);
    expect((await read(ada)).tags).toEqual([]);
    expect(await tagCalls(["call"], key, ben.userId)).toBe("done");
    expect((await listMarkEvents("call")).map(({ kind, by }) => [kind, by])).toMatchObject([
      ["tagged", "Ben"],
      ["untagged", "Ben"],
      ["tagged", expect.any(String)],
    ]);
  });

  it("that is deleted goes from every call, which still names it, and its name is free", async () => {
    const key = await newTag("VIP");
    await tagCalls(["call", "other"], key, ada.userId);
    expect((await listTagsWithCalls())[0]?.calls).toBe(2);
    expect(await deleteTag(key, chief.userId)).toBe("done");
    expect(await clearDeletedTags(1)).toBe(true);
    expect((await read(ada)).tags).toEqual([]);
    expect(await tagCalls(["call"], key, ada.userId)).toBe("not-found");
    expect((await listMarkEvents("call"))[0]).toMatchObject({ kind: "untagged", by: "Chief" });
    expect(await newTag("vip")).toBe(key);
    expect((await read(ada)).tags).toEqual([]);
  });

  it("finds no room on a call that has as many as it can show", async () => {
    for (let n = 0; n < budgets.tags.ofCall; n++) {
      expect(await tagCalls(["call"], await newTag(`tag ${n}`), ada.userId)).toBe("done");
    }
    expect(await tagCalls(["other", "call"], await newTag("more"), ada.userId)).toBe("no-room");
    expect(await tagCalls(["call"], "tag-0", ada.userId)).toBe("done");
  });
});

describe("a review", () => {
  it("is what was said last, also of two who speak at once, and all before is kept", async () => {
    await Promise.all([
      setReview("call", { state: "to_review", reason: "" }, ada.userId),
      setReview("call", { state: "flagged", reason: "rude" }, ben.userId),
    ]);
    await setReview("call", { state: "reviewed", reason: "fine" }, chief.userId);
    await setReview("call", { state: "reviewed", reason: "fine" }, ada.userId);
    expect((await read(ada)).review).toMatchObject({
      ...{ state: "reviewed", reason: "fine", by: "Chief" },
    });
    expect(await listMarkEvents("call")).toHaveLength(3);
    await setReview("call", { state: null, reason: "" }, ada.userId);
    expect((await read(ada)).review).toBeNull();
    expect(await setReview("none", { state: "reviewed", reason: "" }, ada.userId)).toBe(
      "not-found",
    );
  });
});

it("the list is told of each call", async () => {
  const key = await newTag("VIP");
  await tagCalls(["call"], key, ada.userId);
  await newNote(ada, "one");
  const gone = await newNote(ada, "two");
  await deleteNote("call", gone, ada);
  await setReview("other", { state: "flagged", reason: "x" }, ada.userId);
  expect(Object.fromEntries(await listRowNotes(["call", "other", "\0"]))).toEqual({
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
  await tagCalls(["call"], key, ada.userId);
  await setReview("call", { state: "flagged", reason: "x" }, ada.userId);
  const id = await newNote(ada, "@Ben");
  const all = [`mentioned:${ben.userId}`, "notes:true", "review:flagged", "tag:vip"];
  expect(await marksOf("call")).toEqual(all);
  await db().callMark.deleteMany();
  expect(await dropOrphans("", 500)).toBeNull();
  expect(await marksOf("call")).toEqual(all);

  await editNote("call", id, { text: "nobody", atMs: null }, ada);
  expect(await marksOf("call")).toEqual(all.slice(1));
  await deleteNote("call", id, ada);
  await setReview("call", { state: null, reason: "" }, ada.userId);
  await deleteTag(key, chief.userId);
  expect(await marksOf("call")).toEqual([]);
  expect(await dropOrphans("", 500)).toBeNull();
  expect(await marksOf("call")).toEqual([]);
});

it("whatever was said of a call that is no more goes, and nothing else", async () => {
  const key = await newTag("VIP");
  for (const id of ["call", "other"]) {
    await tagCalls([id], key, ada.userId);
    await writeNote(id, { id: randomUUID(), text: "@Ben", atMs: null, replyToId: null }, ada);
    await setReview(id, { state: "reviewed", reason: "" }, ada.userId);
  }
  const [note] = (await read(ada)).notes;
  await editNote("call", note?.id ?? "", { text: "@Ben again", atMs: null }, ada);
  await inTransaction(pool, (transaction) => removeRecordings(transaction, ["call"]));
  expect(await dropOrphans("", 1)).not.toBeNull();
  expect(await dropOrphans("", 500)).toBeNull();
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
  const kept = await getNotes("other", ada, "UTC");
  expect([kept.notes.length, kept.tags.length, kept.review?.state]).toEqual([1, 1, "reviewed"]);
});
