import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/platform/database/db";
import { forgetSecrets, knownSecrets, recognizeSecret } from "./check/known-secrets";
import {
  createSecret,
  ensureEnvironmentSecret,
  getSecret,
  listSecrets,
  revokeSecret,
} from "./store";
import { syncSecrets } from "./sync-secrets";
import { emptySecrets, environmentSecret, findByName, openTestSecrets } from "./test-secrets";

let folder: string;
let close: () => Promise<void>;
/** Nobody listens there: a database that is away. */
const away = new pg.Pool({ connectionString: "postgresql://nobody@127.0.0.1:1/nothing" });

beforeAll(async () => {
  ({ folder, close } = await openTestSecrets());
});
beforeEach(async () => {
  await emptySecrets();
  await ensureEnvironmentSecret();
});
afterAll(async () => {
  await away.end();
  await close();
});

/** Replaces the environment's secret by another, in the table alone. */
async function replaceFirst(): Promise<string> {
  await createSecret("Autumn", "ada");
  await revokeSecret((await findByName("First secret")).id);
  return (await findByName("Autumn")).secret;
}

test("secrets that were made and revoked elsewhere are known after the next look", async () => {
  await syncSecrets();
  const autumn = await replaceFirst();
  expect(recognizeSecret(environmentSecret)).toMatch(/^[0-9a-f]{12}$/);
  expect(recognizeSecret(autumn)).toBeNull();
  await syncSecrets();
  expect(recognizeSecret(environmentSecret)).toBeNull();
  expect(recognizeSecret(autumn)).toMatch(/^[0-9a-f]{12}$/);
  expect(recognizeSecret(`${autumn}x`)).toBeNull();
  expect(recognizeSecret("")).toBeNull();
});

test("a look that is asked for while another runs sees what was committed before", async () => {
  const first = syncSecrets();
  const autumn = await replaceFirst();
  await Promise.all([first, syncSecrets()]);
  expect(recognizeSecret(autumn)).not.toBeNull();
});

describe("while the database is away", () => {
  test("the last known secrets go on", async () => {
    const autumn = await replaceFirst();
    await syncSecrets();
    await expect(syncSecrets(away)).rejects.toThrow();
    expect(recognizeSecret(autumn)).not.toBeNull();
    expect(recognizeSecret(environmentSecret)).toBeNull();
    await syncSecrets();
  });

  test("a start goes on with what the last one left in its file", async () => {
    const autumn = await replaceFirst();
    await syncSecrets();
    forgetSecrets();
    await expect(syncSecrets(away)).rejects.toThrow();
    expect(recognizeSecret(autumn)).not.toBeNull();
    expect(recognizeSecret(environmentSecret)).toBeNull();
  });

  test.each(["", "{", '{"active":["00"]}'])(
    "a start without a readable file (%j) has the environment's secret",
    async (content) => {
      await syncSecrets();
      await writeFile(join(folder, "webhook-secrets.json"), content);
      forgetSecrets();
      expect(recognizeSecret(environmentSecret)).not.toBeNull();
      expect(recognizeSecret("another-secret-of-the-tests-5678")).toBeNull();
    },
  );
});

describe("after a restore of the database, or in another one", () => {
  const forgetInTable = () => db().webhookSecret.deleteMany({ where: { name: "Autumn" } });

  test("a secret that is registered goes on, and is shown and can be revoked", async () => {
    await createSecret("Autumn", "ada");
    const { secret: autumn } = await findByName("Autumn");
    await syncSecrets();
    await forgetInTable();
    await syncSecrets();
    expect(recognizeSecret(autumn), "in the process that runs").not.toBeNull();
    await db().webhookSecret.deleteMany();
    forgetSecrets();
    await ensureEnvironmentSecret();
    await syncSecrets();
    expect(recognizeSecret(autumn), "after a start").not.toBeNull();
    const [first, kept] = await listSecrets();
    expect(first?.isFromEnvironment).toBe(true);
    expect(kept).toMatchObject({ name: expect.stringMatching(/^Kept on this server/) });
    expect(await getSecret(kept?.id ?? "")).toMatchObject({ secret: "sealed" });
    expect(await revokeSecret(kept?.id ?? "")).toBe("revoked");
    await syncSecrets();
    expect(recognizeSecret(autumn)).toBeNull();
  });

  test("what was revoked stays so on both sides", async () => {
    await createSecret("Autumn", "ada");
    const { id, secret: autumn } = await findByName("Autumn");
    await revokeSecret(id);
    await syncSecrets();
    await db().webhookSecret.update({ where: { id }, data: { revokedAt: null } });
    await syncSecrets();
    expect(recognizeSecret(autumn)).toBeNull();
    await db().webhookSecret.update({ where: { id }, data: { revokedAt: null } });
    forgetSecrets();
    await syncSecrets();
    expect(recognizeSecret(autumn), "after a start").toBeNull();
    expect((await db().webhookSecret.findUnique({ where: { id } }))?.revokedAt).not.toBeNull();
    await forgetInTable();
    await syncSecrets();
    expect(recognizeSecret(autumn), "where it never was").toBeNull();
  });
});

test("the file holds hashes alone, for its owner alone", async () => {
  const autumn = await replaceFirst();
  await syncSecrets();
  const path = join(folder, "webhook-secrets.json");
  const text = await readFile(path, "utf8");
  expect(JSON.parse(text)).toEqual({
    active: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    revoked: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  });
  for (const secret of [autumn, environmentSecret]) expect(text).not.toContain(secret);
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
});

describe("the last use", () => {
  test("is told to the table with the next look, of a revoked secret too", async () => {
    const autumn = await replaceFirst();
    await syncSecrets();
    expect(await listSecrets()).toMatchObject([{ lastUsedAt: null }, { lastUsedAt: null }]);
    recognizeSecret(autumn);
    recognizeSecret(environmentSecret);
    await syncSecrets();
    const [first, second] = await listSecrets();
    expect(Date.now() - Date.parse(second?.lastUsedAt ?? "")).toBeLessThan(30_000);
    expect(first?.lastUsedAt).not.toBeNull();
    expect(knownSecrets().uses.size).toBe(0);
  });

  test("is kept until the database can be told, and never goes back", async () => {
    const [hash, later] = [knownSecrets().hashes.active[0], new Date(Date.now() + 60_000)];
    recognizeSecret(environmentSecret);
    await expect(syncSecrets(away)).rejects.toThrow();
    expect(knownSecrets().uses.size).toBe(1);
    knownSecrets().uses.set(hash?.toString("hex") ?? "", later);
    await syncSecrets();
    recognizeSecret(environmentSecret);
    await syncSecrets();
    expect((await listSecrets())[0]?.lastUsedAt).toBe(later.toISOString());
  });
});
