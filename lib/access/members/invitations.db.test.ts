import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import {
  ensureFirstAdministrator,
  getInvitation,
  invite,
  listPendingInvitations,
  redeemInvitation,
  revokeInvitation,
} from "./invitations";
import { changeRole, removeMember } from "./members";
import {
  addAccount,
  emptyAccess,
  openTestAccess,
  origin,
  password,
  post,
  watchHashing,
  whileCrowded,
} from "./test-access";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess());
});
beforeEach(emptyAccess);
afterAll(() => close());

const hour = 60 * 60 * 1000;
const address = "203.0.113.1";
const person = (name: string) => ({ name, email: `${name}@example.com`, password });

async function newToken(role: "administrator" | "member" = "member", createdBy?: string) {
  const { url } = await invite(db(), { role, validMs: hour, createdBy: createdBy ?? null });
  return tokenOf(url);
}

function tokenOf(url: string): string {
  return url.slice(`${origin}/set-up/`.length);
}

describe("a one-time link", () => {
  it("lets exactly one of several simultaneous visitors in", async () => {
    const token = await newToken("administrator");
    const visitors = ["ada", "bob", "cleo", "dan"].map((name) =>
      redeemInvitation(token, person(name), address),
    );
    const kinds = (await Promise.all(visitors)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["joined", "link-over", "link-over", "link-over"]);
    expect(await db().user.count()).toBe(1);
  });

  it("gives the role it was made for, and a password that works", async () => {
    const joined = await redeemInvitation(await newToken("member"), person("ada"), address);
    expect(joined).toMatchObject({ kind: "joined", role: "member" });
    const response = await post("/sign-in/email", { email: "ada@example.com", password });
    expect(response.status).toBe(200);
  });

  it("is over when it was used, has expired, was revoked or was never made", async () => {
    const expired = await newToken();
    await db().invitation.updateMany({ data: { expiresAt: new Date() } });
    const used = await newToken();
    await redeemInvitation(used, person("ada"), address);
    const revoked = await newToken();
    const [pending] = await listPendingInvitations(new Date());
    expect(await revokeInvitation(pending?.id ?? "")).toBe(true);
    for (const token of [expired, used, revoked, "never-made", ""]) {
      expect(await getInvitation(token, new Date())).toBeNull();
      expect(await redeemInvitation(token, person("bob"), address)).toEqual({ kind: "link-over" });
    }
    expect(await db().user.count()).toBe(1);
  });

  it("stays usable when the address is taken", async () => {
    await addAccount("member", "ada@example.com");
    const token = await newToken();
    expect(await redeemInvitation(token, person("ada"), address)).toEqual({ kind: "email-taken" });
    expect(await redeemInvitation(token, person("bob"), address)).toMatchObject({ kind: "joined" });
  });

  it("can be guessed no more often than a password", async () => {
    for (let guess = 0; guess < budgets.attempts.ofAddress; guess++) {
      await redeemInvitation("never-made", person("ada"), address);
    }
    const token = await newToken();
    const tooMany = { kind: "too-many-attempts" };
    expect(await redeemInvitation(token, person("ada"), address)).toEqual(tooMany);
    const headers = { "x-forwarded-for": address };
    const body = { email: "ada@example.com", password };
    expect((await post("/sign-in/email", body, headers)).status).toBe(429);
    const elsewhere = await redeemInvitation(token, person("ada"), "203.0.113.2");
    expect(elsewhere).toMatchObject({ kind: "joined" });
  });

  it("that was invented costs no hashing", async () => {
    const hashing = watchHashing();
    expect(await redeemInvitation("never-made", person("ada"), address)).toEqual({
      kind: "link-over",
    });
    expect(hashing.stop()).toEqual({ hashed: 0, mostAtOnce: 0 });
  });

  it("goes on working after too many came at once, however often it was tried meanwhile", async () => {
    const token = await newToken();
    await whileCrowded(async () => {
      for (let attempt = 0; attempt <= budgets.attempts.ofAddress; attempt++) {
        const told = await redeemInvitation(token, person("ada"), address);
        expect(told).toEqual({ kind: "busy" });
      }
    });
    expect(await redeemInvitation(token, person("ada"), address)).toMatchObject({ kind: "joined" });
  });

  it("is kept as a hash only", async () => {
    const token = await newToken();
    const { tokenHash } = await db().invitation.findFirstOrThrow();
    expect(tokenHash).toHaveLength(32);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const [pending] = await listPendingInvitations(new Date());
    expect(await getInvitation(pending?.id ?? "", new Date())).toBeNull();
  });

  it.each(["removed", "made a member"])("ends when its maker is %s", async (fate) => {
    await addAccount("administrator");
    const { userId } = await addAccount("administrator");
    const token = await newToken("administrator", userId);
    if (fate === "removed") await removeMember(userId);
    else await changeRole(userId, "member");
    expect(await getInvitation(token, new Date())).toBeNull();
  });
});

describe("the first start", () => {
  it("prints a link while nobody is there, and only the newest works", async () => {
    const links = [await ensureFirstAdministrator(), await ensureFirstAdministrator()];
    const [first = "", second = ""] = links.map((link) =>
      link.kind === "link" ? tokenOf(link.url) : "",
    );
    expect(await getInvitation(first, new Date())).toBeNull();
    expect(await redeemInvitation(second, person("ada"), address)).toMatchObject({
      role: "administrator",
    });
    expect(await ensureFirstAdministrator()).toMatchObject({ kind: "exists" });
    expect(await db().invitation.count({ where: { usedAt: null } })).toBe(0);
  });

  it("leaves the invitations of members alone", async () => {
    const { userId } = await addAccount("administrator");
    const token = await newToken("member", userId);
    await ensureFirstAdministrator();
    expect(await getInvitation(token, new Date())).toEqual({ role: "member" });
  });
});
