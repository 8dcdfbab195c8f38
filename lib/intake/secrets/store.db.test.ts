import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/platform/database/db";
import { knownSecrets } from "./check/known-secrets";
import {
  createSecret,
  ensureEnvironmentSecret,
  isEnvironmentSecretRevoked,
  listSecrets,
  revokeSecret,
} from "./store";
import { syncSecrets } from "./sync-secrets";
import { emptySecrets, environmentSecret, findByName, openTestSecrets } from "./test-secrets";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestSecrets());
});
beforeEach(emptySecrets);
afterAll(() => close());

describe("the environment's secret", () => {
  test("is entered once, however often Earshot starts", async () => {
    for (let round = 0; round < 10; round++) {
      await emptySecrets();
      await Promise.all([1, 2, 3].map(() => ensureEnvironmentSecret()));
    }
    await ensureEnvironmentSecret();
    expect(await listSecrets()).toMatchObject([
      { name: "First secret", createdBy: null, isFromEnvironment: true, revokedAt: null },
    ]);
    expect((await findByName("First secret")).secret).toBe(environmentSecret);
  });

  test("stays revoked over a start", async () => {
    await ensureEnvironmentSecret();
    await createSecret("Autumn", "ada");
    expect(await isEnvironmentSecretRevoked()).toBe(false);
    await revokeSecret((await findByName("First secret")).id);
    await ensureEnvironmentSecret();
    expect(await isEnvironmentSecretRevoked()).toBe(true);
  });

  test("comes beside those that are there", async () => {
    await createSecret("First secret", "ada");
    await ensureEnvironmentSecret();
    const names = (await listSecrets()).map(({ name }) => name);
    expect(names).toEqual(["First secret", expect.stringMatching(/^WEBHOOK_SECRET [0-9a-f]{12}$/)]);
  });
});

describe("making one", () => {
  test("makes 32 random bytes that only their ciphertext keeps", async () => {
    expect(await createSecret("Autumn", "ada")).toBe("created");
    const { secret } = await findByName("Autumn");
    expect(secret).toMatch(/^[\w-]{43}$/);
    const [row] = await db().$queryRaw<object[]>`SELECT webhook_secret::text FROM webhook_secret`;
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(row)).not.toContain(Buffer.from(secret).toString("hex"));
  });

  test("is refused under a name that is taken", async () => {
    const made = await Promise.all([1, 2, 3].map(() => createSecret("Autumn", "ada")));
    expect(made.sort()).toEqual(["created", "name-taken", "name-taken"]);
  });
});

describe("revoking one", () => {
  test("is done once, and never to the last", async () => {
    await createSecret("One", "ada");
    await createSecret("Other", "ada");
    const [one, other] = [await findByName("One"), await findByName("Other")];
    expect(await revokeSecret(one.id)).toBe("revoked");
    expect(await revokeSecret(one.id)).toBe("not-active");
    expect(await revokeSecret(other.id)).toBe("last-secret");
    expect(await revokeSecret("00000000-0000-4000-8000-000000000000")).toBe("not-active");
    expect((await listSecrets()).map(({ revokedAt }) => revokedAt !== null)).toEqual([true, false]);
  });

  test("leaves one when several revoke the last ones at the same moment", async () => {
    for (let round = 0; round < 20; round++) {
      await emptySecrets();
      for (const name of ["One", "Two", "Three"]) await createSecret(name, "ada");
      const secrets = await listSecrets();
      const { uses } = knownSecrets();
      for (const { hash } of await db().webhookSecret.findMany()) {
        uses.set(Buffer.from(hash).toString("hex"), new Date());
      }
      // What else is written to the rows meanwhile changes nothing about it.
      const [revoked] = await Promise.all([
        Promise.all(secrets.map(({ id }) => revokeSecret(id))),
        syncSecrets(),
      ]);
      expect(revoked.sort()).toEqual(["last-secret", "revoked", "revoked"]);
      expect(await db().webhookSecret.count({ where: { revokedAt: null } })).toBe(1);
    }
  });
});
