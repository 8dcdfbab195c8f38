import { describe, expect, it } from "vitest";
import { budgets } from "@/lib/platform/settings/budgets";
import { listCallHistory, listTags, listTagsWithCalls } from "./queries";
import {
  changeTag,
  clearDeletedTags,
  createTag,
  deleteTag,
  tagCalls,
  untagCalls,
} from "./tag-store";
import { notesForTest, type Person } from "./test-notes";

const { people, read, newTag, listAudited } = notesForTest();

describe("a tag", () => {
  it("has one name, however it is written, and a key that survives another name", async () => {
    const key = await newTag("Billing issue");
    expect(key).toBe("billing-issue");
    expect(await createTag({ name: "BILLING  issue", colour: "red" }, people.ben.userId)).toEqual({
      change: "name-taken",
    });
    expect(await changeTag(key, { name: "🔥", colour: "red" }, people.chief.userId)).toBe("done");
    expect(await newTag("billing issue")).toBe("billing-issue-2");
    expect(await listTags()).toEqual([
      { key, name: "🔥", colour: "red" },
      { key: "billing-issue-2", name: "billing issue", colour: "blue" },
    ]);
    expect(
      await changeTag(key, { name: "Billing issue", colour: "red" }, people.chief.userId),
    ).toBe("name-taken");
  });

  it("that several people make or rename at once is one of each name, and nobody's is another's", async () => {
    const make = (name: string, { userId }: Person) => createTag({ name, colour: "blue" }, userId);
    const makers = [people.ada, people.ben, people.chief, people.ada, people.ben, people.chief];
    const same = await Promise.all(makers.map((person) => make("VIP", person)));
    const changes = same.map(({ change }) => change);
    expect(changes.toSorted()).toEqual(["done", ...Array(5).fill("name-taken")]);

    // Other names, which an address writes alike, beside one that was called so.
    const former = await newTag("a b");
    await deleteTag(former, people.chief.userId);
    const alike = ["a b", "a/b", "a-b", "a, b", "a & b", "a: b"];
    const made = await Promise.all(alike.map((name, at) => make(name, makers[at] ?? people.ada)));
    expect(made.map(({ change }) => change)).toEqual(Array(6).fill("done"));
    const tags = await listTags();
    expect(tags.map(({ name }) => name).toSorted()).toEqual(["VIP", ...alike].toSorted());
    for (const [at, name] of alike.entries()) {
      const one = made[at];
      expect(one && "key" in one && one.key).toBe(tags.find((tag) => tag.name === name)?.key);
    }

    const rename = ({ key }: { key: string }) =>
      changeTag(key, { name: "One name", colour: "red" }, people.chief.userId);
    const renamed = await Promise.all([
      ...tags.slice(0, 4).map(rename),
      make("one name", people.ben).then(({ change }) => change),
    ]);
    expect(renamed.toSorted()).toEqual(["done", ...Array(4).fill("name-taken")]);
    expect((await listTags()).filter(({ name }) => /^one name$/i.test(name))).toHaveLength(1);
  });

  it("that is made, renamed, recoloured or deleted is in the audit log, by whom", async () => {
    const key = await newTag("VIP");
    const change = (name: string, colour: "blue" | "red") =>
      changeTag(key, { name, colour }, people.chief.userId);
    await change("VIP", "blue");
    await change("Very important", "blue");
    await change("Very important", "red");
    await changeTag("none", { name: "none", colour: "red" }, people.chief.userId);
    for (let time = 1; time <= 2; time++) await deleteTag(key, people.chief.userId);
    const ofChief = { by: "Chief", recordingId: null, action: "tag-changed" };
    expect(await listAudited()).toEqual([
      { ...ofChief, by: "Ada Lovelace", name: "VIP", action: "tag-created" },
      { ...ofChief, formerName: "VIP", name: "Very important", isRecoloured: false },
      { ...ofChief, formerName: "Very important", name: "Very important", isRecoloured: true },
      { ...ofChief, name: "Very important", action: "tag-deleted" },
    ]);
  });

  it("is put on calls once, by whom and when, and taken off again", async () => {
    const key = await newTag("VIP");
    await Promise.all(
      [people.ada, people.ben].map(({ userId }) => tagCalls(["call", "none"], key, userId)),
    );
    const { tags } = await read(people.ada);
    expect(tags).toMatchObject([{ name: "VIP", added: { by: expect.any(String) } }]);
    expect(await tagCalls(["none"], key, people.ada.userId)).toBe("not-found");
    await untagCalls(["call"], key, people.ben.userId);
    await untagCalls(["call"], key, people.ben.userId);
    expect((await read(people.ada)).tags).toEqual([]);
    expect(await tagCalls(["call"], key, people.ben.userId)).toBe("done");
    expect((await listCallHistory("call")).map(({ kind, by }) => [kind, by])).toMatchObject([
      ["tagged", "Ben"],
      ["untagged", "Ben"],
      ["tagged", expect.any(String)],
    ]);
  });

  it("that is deleted goes from every call, which still names it, and its name is free", async () => {
    const key = await newTag("VIP");
    await tagCalls(["call", "other"], key, people.ada.userId);
    expect((await listTagsWithCalls())[0]?.calls).toBe(2);
    expect(await deleteTag(key, people.chief.userId)).toBe("done");
    expect(await clearDeletedTags(1)).toBe(true);
    expect((await read(people.ada)).tags).toEqual([]);
    expect(await tagCalls(["call"], key, people.ada.userId)).toBe("not-found");
    expect((await listCallHistory("call"))[0]).toMatchObject({ kind: "untagged", by: "Chief" });
    expect(await newTag("vip")).toBe(key);
    expect((await read(people.ada)).tags).toEqual([]);
  });

  it("finds no room on a call that has as many as it can show", async () => {
    for (let n = 0; n < budgets.tags.ofCall; n++) {
      expect(await tagCalls(["call"], await newTag(`tag ${n}`), people.ada.userId)).toBe("done");
    }
    expect(await tagCalls(["other", "call"], await newTag("more"), people.ada.userId)).toBe(
      "no-room",
    );
    expect(await tagCalls(["call"], "tag-0", people.ada.userId)).toBe("done");
  });
});
