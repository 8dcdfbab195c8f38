import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/platform/database/db";
import { ensureFirstAdministrator } from "./invitations";
import { removeMember } from "./members";
import { addAccount, openTestAccess, post } from "./test-access";

const email = "Chief@Example.com";
const password = "chosen by the operator";

let close: () => Promise<void>;
beforeAll(async () => {
  process.env.ADMIN_EMAIL = email;
  process.env.ADMIN_PASSWORD = password;
  ({ close } = await openTestAccess());
});
afterAll(() => close());

it("creates the administrator of the settings once, also when several servers start", async () => {
  const starts = await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator()));
  expect(starts.filter(({ kind }) => kind === "created")).toEqual([{ kind: "created" }]);
  expect(starts.filter(({ kind }) => kind === "exists")).toHaveLength(2);
  expect(await db().user.findMany()).toMatchObject([{ role: "administrator" }]);
  expect((await post("/sign-in/email", { email, password })).status).toBe(200);
});

it("leaves an account alone that has the address already", async () => {
  await db().user.updateMany({ data: { name: "Renamed" } });
  expect(await ensureFirstAdministrator()).toEqual({ kind: "exists", isIgnored: false });
  expect(await db().user.findMany()).toMatchObject([{ name: "Renamed" }]);
});

it("does not bring an administrator back who was removed by another, and says so", async () => {
  const { id } = await db().user.findUniqueOrThrow({ where: { email: "chief@example.com" } });
  await addAccount("administrator", "successor@example.com");
  expect(await removeMember(id)).toBe("done");
  const again = { kind: "exists", isIgnored: true };
  expect([await ensureFirstAdministrator(), await ensureFirstAdministrator()]).toEqual([
    again,
    again,
  ]);
  expect(await db().user.findMany()).toMatchObject([{ email: "successor@example.com" }]);
  expect((await post("/sign-in/email", { email, password })).status).toBe(401);
});

it("creates the administrator again when the database was left without any", async () => {
  await db().user.deleteMany();
  expect(await ensureFirstAdministrator()).toEqual({ kind: "created" });
});
