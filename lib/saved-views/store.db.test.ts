import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeMember } from "@/lib/access/members/members";
import { addAccount, emptyAccess, openTestAccess } from "@/lib/access/members/test-access";
import type { Role } from "@/lib/access/views";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import {
  chooseDefault,
  chooseTeamDefault,
  createView,
  deleteView,
  findDefaultQuery,
  listSavedViews,
  renameView,
  replaceQuery,
  shareView,
} from "./store";

type Person = { userId: string; role: Role };

let access: Awaited<ReturnType<typeof openTestAccess>>;
let ada: Person;
let ben: Person;
let chief: Person;

beforeAll(async () => {
  access = await openTestAccess();
});
afterAll(() => access.close());
beforeEach(async () => {
  await db().savedView.deleteMany();
  await emptyAccess();
  const add = async (role: Role) => ({ ...(await addAccount(role)), role });
  [ada, ben, chief] = [await add("member"), await add("member"), await add("administrator")];
});

async function add(person: Person, name: string, isTeam = false): Promise<string> {
  expect(await createView({ name, query: "status=failed", isTeam }, person.userId)).toBe("done");
  const views = await listSavedViews(person);
  return views.find((view) => view.name === name && view.isTeam === isTeam)?.id ?? "";
}

const getDefaultQuery = async (person: Person) => findDefaultQuery(await listSavedViews(person));
const namesFor = async (person: Person) => (await listSavedViews(person)).map(({ name }) => name);

describe("how many there may be", () => {
  const { own, ofTeam, charactersTogether } = budgets.savedViews;
  const fill = (person: Person, isTeam: boolean, count: number, query = "status=failed") =>
    db().savedView.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        id: randomUUID(),
        ownerId: person.userId,
        name: `view ${n}`,
        query,
        privateTo: isTeam ? null : person.userId,
      })),
    });
  const save = (person: Person, name: string, isTeam = false, query = "q=x") =>
    createView({ name, query, isTeam }, person.userId);

  it("is counted for each person and for the team, also when several are saved at once", async () => {
    await fill(ada, false, own - 1);
    const outcomes = await Promise.all([1, 2, 3].map((n) => save(ada, `at once ${n}`)));
    expect(outcomes.sort()).toEqual(["done", "no-room", "no-room"]);
    expect(await save(ben, "another’s")).toBe("done");
    await fill(ben, true, ofTeam);
    expect(await save(ada, "the team’s", true)).toBe("no-room");
    const [mine] = await listSavedViews(ben);
    expect(await shareView(mine?.id ?? "", ben)).toBe("no-room");
  });

  it("depends on how long they are together, and shorter is always allowed", async () => {
    const long = `q=${"x".repeat(8_000)}`;
    await fill(ada, false, Math.floor(charactersTogether / long.length), long);
    expect(await save(ada, "one more", false, long)).toBe("no-room");
    const [first] = await listSavedViews(ada);
    expect(await replaceQuery(first?.id ?? "", `${long}${long}`, ada)).toBe("no-room");
    expect(await replaceQuery(first?.id ?? "", "q=x", ada)).toBe("done");
    expect(await save(ada, "one more", false, "q=y")).toBe("done");
  });
});

describe("whose it is", () => {
  it("shows people their own views and the team's, and no others", async () => {
    await add(ada, "ada’s");
    await add(ben, "ben’s");
    await add(ben, "the team’s", true);
    expect(await namesFor(ada)).toEqual(["ada’s", "the team’s"]);
    expect(await namesFor(ben)).toEqual(["ben’s", "the team’s"]);
    expect(await namesFor(chief)).toEqual(["the team’s"]);
  });

  it("lets nobody touch what is another's own, administrators neither", async () => {
    const id = await add(ada, "mine");
    for (const other of [ben, chief]) {
      expect(await renameView(id, "taken over", other)).toBe("not-found");
      expect(await replaceQuery(id, "", other)).toBe("not-found");
      expect(await shareView(id, other)).toBe("not-found");
      expect(await deleteView(id, other)).toBe("not-found");
      expect(await chooseDefault(id, other.userId)).toBe("not-found");
    }
    expect(await chooseTeamDefault(id)).toBe("not-found");
    expect(await listSavedViews(ada)).toMatchObject([{ name: "mine", query: "status=failed" }]);
  });

  it("lets who made it and administrators change what is the team's", async () => {
    const id = await add(ada, "ours", true);
    expect(await renameView(id, "x", ben)).toBe("not-allowed");
    expect(await replaceQuery(id, "", ben)).toBe("not-allowed");
    expect(await deleteView(id, ben)).toBe("not-allowed");
    expect(await listSavedViews(ben)).toMatchObject([{ name: "ours", mayChange: false }]);
    expect(await listSavedViews(chief)).toMatchObject([{ name: "ours", mayChange: true }]);
    expect(await renameView(id, "of all", chief)).toBe("done");
    expect(await replaceQuery(id, "days=last-7-days", ada)).toBe("done");
    expect(await listSavedViews(ben)).toMatchObject([
      { name: "of all", query: "days=last-7-days" },
    ]);
    expect(await deleteView(id, chief)).toBe("done");
    expect(await deleteView(id, chief)).toBe("not-found");
  });

  it("becomes the team's when it is shared", async () => {
    const id = await add(ada, "mine");
    expect(await shareView(id, ada)).toBe("done");
    expect(await listSavedViews(ben)).toMatchObject([{ name: "mine", isTeam: true }]);
  });
});

describe("names", () => {
  it("stand once among one's own and once among the team's", async () => {
    const id = await add(ada, "failed");
    await add(ben, "failed");
    await add(ben, "failed", true);
    expect(await createView({ name: "failed", query: "", isTeam: false }, ada.userId)).toBe(
      "name-taken",
    );
    expect(await createView({ name: "failed", query: "", isTeam: true }, ada.userId)).toBe(
      "name-taken",
    );
    expect(await shareView(id, ada)).toBe("name-taken");
    const other = await add(ada, "other");
    expect(await renameView(other, "failed", ada)).toBe("name-taken");
    expect(await renameView(id, "failed", ada)).toBe("done");
  });

  it("are given to one of several who want it at the same moment", async () => {
    const wishes = Array.from({ length: 8 }, () =>
      createView({ name: "rush", query: "", isTeam: true }, ada.userId),
    );
    const changes = await Promise.all(wishes);
    expect(changes.filter((change) => change === "done")).toHaveLength(1);
    expect(changes.filter((change) => change === "name-taken")).toHaveLength(7);
  });
});

describe("defaults", () => {
  it("are one's own before the team's, and the team's before none", async () => {
    expect(await getDefaultQuery(ada)).toBeNull();
    const team = await add(chief, "the team’s", true);
    const own = await add(ada, "own");
    await replaceQuery(own, "q=own", ada);
    expect(await chooseTeamDefault(team)).toBe("done");
    expect(await chooseDefault(own, ada.userId)).toBe("done");
    expect(await getDefaultQuery(ada)).toBe("q=own");
    expect(await getDefaultQuery(ben)).toBe("status=failed");
    await chooseDefault(null, ada.userId);
    expect(await getDefaultQuery(ada)).toBe("status=failed");
    await chooseTeamDefault(null);
    expect(await getDefaultQuery(ada)).toBeNull();
  });

  it("are one at a time", async () => {
    const [one, other] = [await add(chief, "one", true), await add(chief, "other", true)];
    await Promise.all([one, other, one, other].map((id) => chooseTeamDefault(id)));
    await Promise.all([one, other, one, other].map((id) => chooseDefault(id, ada.userId)));
    const views = await listSavedViews(ada);
    expect(views.filter(({ isTeamDefault }) => isTeamDefault)).toHaveLength(1);
    expect(views.filter(({ isMyDefault }) => isMyDefault)).toHaveLength(1);
    expect((await listSavedViews(ben)).some(({ isMyDefault }) => isMyDefault)).toBe(false);
  });

  it("go with the view", async () => {
    const [own, team] = [await add(ada, "own"), await add(ada, "team", true)];
    await chooseTeamDefault(team);
    await chooseDefault(own, ada.userId);
    await deleteView(own, ada);
    expect(await getDefaultQuery(ada)).toBe("status=failed");
    await deleteView(team, chief);
    expect(await getDefaultQuery(ada)).toBeNull();
  });
});

it("takes a person's own views away with them, and leaves the team theirs", async () => {
  await add(ada, "own");
  const team = await add(ada, "ours", true);
  await chooseDefault(team, ada.userId);
  expect(await removeMember(ada.userId)).toBe("done");
  expect(await db().savedView.findMany({ select: { name: true } })).toEqual([{ name: "ours" }]);
  expect(await listSavedViews(ben)).toMatchObject([{ ownerName: null, mayChange: false }]);
  expect(await deleteView(team, chief)).toBe("done");
});

it("shows what is left of a query that can't be read any more", async () => {
  const query = "status=never-heard-of&sort=shoe-size&days=someday&after=1~a";
  await createView({ name: "old", query, isTeam: false }, ada.userId);
  expect(await listSavedViews(ada)).toMatchObject([{ query: "status=never-heard-of" }]);
});
