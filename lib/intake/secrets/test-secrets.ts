import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase } from "@/lib/platform/database/test-database";
import { env } from "@/lib/platform/settings/env";
import type { Secret } from "@/lib/platform/settings/secret";
import { forgetSecrets } from "./check/known-secrets";
import { getSecret } from "./store";

export const environmentSecret = "first-secret-of-the-tests-1234";

/** A database and a folder of its own for one test file, and the settings that secrets read. */
export async function openTestSecrets(): Promise<{ folder: string; close: () => Promise<void> }> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "earshot-secrets-"));
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    AUTH_SECRET: randomUUID(),
    WEBHOOK_SECRET: environmentSecret,
    LOG_LEVEL: "silent",
  });
  return {
    folder,
    close: async () => {
      await closeDatabase();
      await rm(folder, { recursive: true });
    },
  };
}

/** No secret in the table, nothing known, and no file: a first start. */
export async function emptySecrets(): Promise<void> {
  await db().webhookSecret.deleteMany();
  forgetSecrets();
  await rm(join(env().DATA_DIR, "webhook-secrets.json"), { force: true });
}

export async function findByName(name: string): Promise<{ id: string; secret: string }> {
  const { id } = await db().webhookSecret.findUniqueOrThrow({ where: { name } });
  const found = await getSecret(id);
  return { id, secret: revealed(found?.secret) };
}

function revealed(secret: Secret | "sealed" | undefined): string {
  if (typeof secret === "object") return secret.reveal();
  throw new Error(`not revealed: ${secret ?? "no such secret"}`);
}
