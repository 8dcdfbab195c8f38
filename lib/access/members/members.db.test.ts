import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/database/db";
import { changeRole, endSession, listMembers, listSessions, removeMember } from "./members";
import {
  addAccount,
  emptyAccess,
  openTestAccess,
  password,
  post,
  signedInHeaders,
} from "./test-access";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess());
});
beforeEach(emptyAccess);
afterAll(() => close());

const countAdministrators = () => db().user.count({ where: { role: "administrator" } });

describe("the last administrator", () => {
  it("is neither removed nor made a member", async () => {
    const { userId } = await addAccount("administrator");
    await addAccount("member");
    expect(await removeMember(userId)).toBe("last-administrator");
    expect(await changeRole(userId, "member")).toBe("last-administrator");
    expect(await countAdministrators()).toBe(1);
  });

  it.each(["remove each other", "make each other members", "do one each"])(
    "stays when two administrators %s at the same moment",
    async (deed) => {
      for (let round = 0; round < 10; round++) {
        await emptyAccess();
        const one = await addAccount("administrator");
        const other = await addAccount("administrator");
        const changes = await Promise.all([
          deed === "make each other members"
            ? changeRole(one.userId, "member")
            : removeMember(one.userId),
          deed === "remove each other"
            ? removeMember(other.userId)
            : changeRole(other.userId, "member"),
        ]);
        expect(changes.sort()).toEqual(["done", "last-administrator"]);
        expect(await countAdministrators()).toBe(1);
      }
    },
  );
});

it("says so when the person is gone already", async () => {
  await addAccount("administrator");
  expect(await removeMember("nobody")).toBe("not-found");
  expect(await changeRole("nobody", "member")).toBe("not-found");
  expect(await changeRole("nobody", "administrator")).toBe("not-found");
});

it("counts the sessions that could go on, and tells when a person was last there", async () => {
  const { userId, email } = await addAccount();
  await signedInHeaders(email);
  await signedInHeaders(email);
  const [idle] = await db().session.findMany();
  const lastSeenAt = new Date(Date.now() - 31 * 60_000);
  await db().session.update({ where: { id: idle?.id ?? "" }, data: { lastSeenAt } });
  const now = new Date();
  const [member] = await listMembers(now);
  expect(member).toMatchObject({ userId, activeSessions: 1, role: "member" });
  expect(now.getTime() - Date.parse(member?.lastSeenAt ?? "")).toBeLessThan(10_000);
});

describe("a person's sessions", () => {
  it("are told where they go on, and each is ended by its owner alone", async () => {
    const [owner, other] = [await addAccount(), await addAccount()];
    const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
    for (const { email } of [owner, owner, other]) await signedInHeaders(email);
    await post("/sign-in/email", { email: owner.email, password }, browser);
    const list = () => listSessions(owner.userId, new Date());
    const [last, ...older] = await list();
    expect(older).toHaveLength(2);
    expect(last).toMatchObject({ device: "Firefox, Linux" });
    const gone = older[0]?.id ?? "";
    await endSession(other.userId, gone);
    expect(await list()).toHaveLength(3);
    await endSession(owner.userId, gone);
    await endSession(owner.userId, gone);
    expect((await list()).map(({ id }) => id)).not.toContain(gone);
    await db().session.updateMany({ data: { lastSeenAt: new Date(Date.now() - 31 * 60_000) } });
    expect(await list()).toEqual([]);
  });
});
