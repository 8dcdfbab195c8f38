import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { addAccount, emptyAccess, openTestAccess } from "@/lib/access/members/test-access";
import type { Role } from "@/lib/access/views";
import { listEntries } from "@/lib/audit/audit-log";
import { everyEntry } from "@/lib/audit/views";
import { db } from "@/lib/platform/database/db";
import { storeCalls } from "@/lib/recordings/totals/test-totals";
import { writeNote } from "./note-store";
import { getNotes } from "./queries";
import { createTag } from "./tag-store";

export type Person = { userId: string; role: Role; email: string };

/** Before each test two calls that nobody has said anything of, and three people. */
export function notesForTest() {
  const nobody: Person = { userId: "", role: "member", email: "" };
  const people = { ada: nobody, ben: nobody, chief: nobody };
  let access: Awaited<ReturnType<typeof openTestAccess>>;
  let pool: pg.Pool;

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
      TRUNCATE audit_entry, call_mark, note, note_version, note_mention, recording_tag, tag, review, recording,
        recording_newest, recording_version, recording_delivery`;
    await emptyAccess();
    const add = async (role: Role, name: string) => {
      const account = await addAccount(role);
      await db().user.update({ where: { id: account.userId }, data: { name } });
      return { ...account, role };
    };
    people.ada = await add("member", "Ada Lovelace");
    people.ben = await add("member", "Ben");
    people.chief = await add("administrator", "Chief");
    await storeCalls(pool, [
      ["call", {}],
      ["other", {}],
    ]);
  });

  const read = (person: Person, id = "call") => getNotes(id, person, "UTC");
  const write = (person: Person, text: string, replyToId: string | null = null) =>
    writeNote("call", { id: randomUUID(), text, atMs: null, replyToId }, person);
  return {
    people,
    /** What the audit log says, the first entry first. */
    listAudited: async () => {
      const query = { filter: everyEntry, page: { after: null, before: null, limit: 50 } };
      const { rows } = await listEntries(query);
      return rows
        .map(({ name: by, recordingId, what }) => ({ by, recordingId, ...what }))
        .reverse();
    },
    pool: () => pool,
    read,
    write,
    newNote: async (person: Person, text: string, replyToId?: string) => {
      expect(await write(person, text, replyToId ?? null)).toBe("done");
      return (await read(person)).notes.at(-1)?.id ?? "";
    },
    newTag: async (name: string) => {
      const made = await createTag({ name, colour: "blue" }, people.ada.userId);
      if (made.change !== "done") throw new Error(made.change);
      return made.key;
    },
  };
}
