import "server-only";
import { hashSecret, nameHash } from "./hash-secret";
import { knownSecrets } from "./known-secrets";
import { markRehearsal } from "./rehearsal-mark";
import { findHash } from "./secret-hashes";

/**
 * Waits for nothing and compares in constant time.
 * @returns what names the secret in deliveries; null for a stranger's and a revoked one.
 */
export function recognizeSecret(candidate: string): string | null {
  const { hashes, rehearsal, uses } = knownSecrets();
  const hash = hashSecret(candidate);
  const active = findHash(hashes.active, hash);
  const rehearsed = findHash(rehearsal, hash);
  const revoked = findHash(hashes.revoked, hash);
  // Noted of a revoked one too: somebody must be told that it is in use still.
  if (active ?? revoked) uses.set(hash.toString("hex"), new Date());
  if (rehearsed) return markRehearsal(rehearsed);
  return active && nameHash(active);
}
