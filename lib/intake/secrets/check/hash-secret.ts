import { createHash } from "node:crypto";

/** SHA-256: a secret has too much chance in it to be found by its hash. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** The first 12 hexadecimal digits: enough to tell secrets apart, useless to guess by. */
export function nameHash(hash: Buffer): string {
  return hash.toString("hex").slice(0, 12);
}
