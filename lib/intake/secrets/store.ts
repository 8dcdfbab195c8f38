import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { listNames } from "@/lib/access/members/members";
import { db, intakePool } from "@/lib/platform/database/db";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { isDuplicateKey } from "@/lib/platform/faults";
import { env } from "@/lib/platform/settings/env";
import { Secret } from "@/lib/platform/settings/secret";
import type { WebhookSecretView } from "../views/views";
import { hashSecret, nameHash } from "./check/known-secrets";
import {
  insertEnvironmentSecret,
  insertSampleSecret,
  isRevoked,
  readSampleSecrets,
  revokeSampleSecrets,
  revokeUnlessLast,
  updateCiphertext,
  updateSamplesRemoved,
} from "./sql";

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

/** Makes a secret of 32 random bytes; from then on it is honoured. */
export async function createSecret(
  name: string,
  createdBy: string,
): Promise<"created" | "name-taken"> {
  const secret = new Secret(randomBytes(32).toString("base64url"));
  const hash = new Uint8Array(hashSecret(secret.reveal()));
  const ciphertext = new Uint8Array(sealSecret(secret));
  try {
    await db().webhookSecret.create({
      data: { id: randomUUID(), name, hash, ciphertext, createdBy },
    });
    return "created";
  } catch (error) {
    if (isDuplicateKey(error)) return "name-taken";
    throw error;
  }
}

/** `last-secret`: refused, because no event could be accepted any more. */
export type Revocation = "revoked" | "not-active" | "last-secret";

export async function revokeSecret(id: string): Promise<Revocation> {
  const { isRevoked, wasActive } = await inTransaction(intakePool(), (client) =>
    revokeUnlessLast(client, id),
  );
  if (isRevoked) return "revoked";
  return wasActive ? "last-secret" : "not-active";
}

/**
 * Enters `WEBHOOK_SECRET` into the table, unless it is there; revoked, it stays so. Sealed anew each
 * time, because `AUTH_SECRET` may have changed. One that it replaces works until it is revoked.
 * Throws when another took its name at the same moment; the next try finds one that is free.
 */
export async function ensureEnvironmentSecret(pool: Pool = intakePool()): Promise<void> {
  const { WEBHOOK_SECRET: secret } = env();
  if (!secret) return;
  const hash = hashSecret(secret.reveal());
  const ciphertext = sealSecret(secret);
  await insertEnvironmentSecret(pool, {
    name: `WEBHOOK_SECRET ${nameHash(hash)}`,
    hash,
    ciphertext,
  });
  const isThere = await updateCiphertext(pool, { hash, ciphertext });
  if (!isThere) throw new Error("the name of the environment's secret was taken meanwhile");
}

/** Whether the secret that the environment names was revoked in the settings. */
export async function isEnvironmentSecretRevoked(pool: Pool = intakePool()): Promise<boolean> {
  const { WEBHOOK_SECRET: secret } = env();
  return isRevoked(pool, secret ? hashSecret(secret.reveal()) : null);
}

/**
 * Seals a secret under a key that is made of `AUTH_SECRET`, so that the database alone reveals
 * nothing. Bound to the secret's hash: it opens only in the row that it was made for.
 */
export function sealSecret(secret: Secret): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sealingKey(), nonce);
  cipher.setAAD(hashSecret(secret.reveal()));
  const sealed = Buffer.concat([cipher.update(secret.reveal(), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null: it was changed, belongs to another hash, or `AUTH_SECRET` is not what it was. */
export function openSecret(ciphertext: Uint8Array, hash: Uint8Array): Secret | null {
  const bytes = Buffer.from(ciphertext);
  const sealedAt = nonceBytes + tagBytes;
  if (bytes.length < sealedAt) return null;
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, sealingKey(), nonce, { authTagLength: tagBytes });
  decipher.setAAD(hash);
  decipher.setAuthTag(bytes.subarray(nonceBytes, sealedAt));
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(sealedAt)), decipher.final()]);
    return new Secret(opened.toString("utf8"));
  } catch {
    return null;
  }
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

function sealingKey(): Buffer {
  const { AUTH_SECRET } = env();
  if (!AUTH_SECRET) throw new Error("AUTH_SECRET is not set; start Earshot with `npm start`");
  return Buffer.from(hkdfSync("sha256", AUTH_SECRET.reveal(), "", "earshot webhook secrets", 32));
}

/** A secret for made-up events, as deliveries name it, and since when there is one. */
export type SampleSecret = { mark: string; createdAt: Date };

/**
 * Makes a secret for made-up events; by it they are known afterwards. One works at a time. From its next
 * synchronization on it is honoured. @param createdBy null where a start made it
 */
export async function openSampleSecret(createdBy: string | null): Promise<Secret> {
  const secret = new Secret(randomBytes(32).toString("base64url"));
  const hash = hashSecret(secret.reveal());
  await inTransaction(
    intakePool(),
    async (client) => {
      await revokeSampleSecrets(client);
      await insertSampleSecret(client, {
        name: `Sample data ${nameHash(hash)}`,
        hash,
        ciphertext: sealSecret(secret),
        createdBy,
      });
    },
    "READ COMMITTED",
  );
  return secret;
}

/** What is made up is refused from the next synchronization on. */
export async function closeSampleSecrets(): Promise<void> {
  await revokeSampleSecrets(prismaOn(intakePool()));
}

/** Of all that there ever were, of those whose events are there still, or of those whose aren't. */
export async function listSampleSecrets(
  which: "all" | "kept" | "removed",
  pool: Pool = intakePool(),
): Promise<SampleSecret[]> {
  const secrets = await readSampleSecrets(pool, which);
  return secrets.map(({ hash, createdAt }) => ({ mark: nameHash(hash), createdAt }));
}

/** Nothing of those that work no more is there any longer. */
export async function noteSamplesRemoved(): Promise<void> {
  await updateSamplesRemoved(intakePool());
}

/** The address that the calling service posts to; with its secret never to be logged. */
export function webhookUrl(secret: string): string {
  return `${env().PUBLIC_URL}${webhookPath(secret)}`;
}

/** Where it is on this server, whatever a proxy puts before it. */
function webhookPath(secret: string): string {
  return `/api/webhooks/recordings/${secret}`;
}

export type WebhookUrls = {
  /** As this machine reaches it. */
  own: string;
  /** As the calling service is told to reach it. */
  public: string;
};

/** Both addresses of the webhook; never to be logged. */
export function webhookUrls(secret: string): WebhookUrls {
  const { HOST, PORT } = env();
  const host = callable.get(HOST) ?? HOST;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
  return { own: `${origin}${webhookPath(secret)}`, public: webhookUrl(secret) };
}

/** One can listen on every address, and call only one. */
const callable = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);
