import "server-only";
import { listNames } from "@/lib/access/members/queries";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import type { Secret } from "@/lib/platform/settings/secret";
import type { WebhookSecretView } from "../views/views";
import { hashSecret, nameHash } from "./check/secret-hashes";
import { openSecret } from "./secret-cipher";

/** Every secret that there ever was for real events, the oldest first. */
export async function listSecrets(): Promise<WebhookSecretView[]> {
  const secrets = await db().webhookSecret.findMany({
    where: { isSample: false },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    omit: { ciphertext: true },
  });
  const names = await listNames(secrets.flatMap(({ createdBy }) => createdBy ?? []));
  const fromEnvironment = env().WEBHOOK_SECRET;
  const ofEnvironment = fromEnvironment && hashSecret(fromEnvironment.reveal());
  return secrets.map(({ id, name, hash, createdAt, createdBy, lastUsedAt, revokedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    createdBy: createdBy && (names.get(createdBy) ?? null),
    isFromEnvironment: ofEnvironment?.equals(hash) ?? false,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
}

/** `sealed`: it works, but was sealed under another `AUTH_SECRET`. Null: no such secret works. */
export async function getSecret(
  id: string,
): Promise<{ name: string; secret: Secret | "sealed" } | null> {
  const row = await db().webhookSecret.findUnique({ where: { id, revokedAt: null } });
  return row && { name: row.name, secret: openSecret(row.ciphertext, row.hash) ?? "sealed" };
}

/** What a secret is called that deliveries name by the beginning of its hash; null: it is known no more. */
export async function findSecretName(secretHash: string): Promise<string | null> {
  const secrets = await db().webhookSecret.findMany({ select: { name: true, hash: true } });
  return secrets.find(({ hash }) => nameHash(Buffer.from(hash)) === secretHash)?.name ?? null;
}
