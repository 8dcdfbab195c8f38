import "server-only";
import { hashSecret, nameHash } from "./hash-secret";
import { knownSecrets } from "./known-secrets";
import { findHash } from "./secret-hashes";

/**
 * Waits for nothing and compares in constant time.
 * @returns what names the secret in deliveries; null for a stranger's and a revoked one.
 */
export function recognizeSecret(candidate: string): string | null {
  const { hashes, uses } = knownSecrets();
  const hash = hashSecret(candidate);
  const active = findHash(hashes.active, hash);
  const revoked = findHash(hashes.revoked, hash);
  // Noted of a revoked one too: somebody must be told that it is in use still.
  if (active ?? revoked) uses.set(hash.toString("hex"), new Date());
  return active && nameHash(active);
}
