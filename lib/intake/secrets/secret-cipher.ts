import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/platform/settings/env";
import { Secret } from "@/lib/platform/settings/secret";
import { hashSecret } from "./check/secret-hashes";

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
