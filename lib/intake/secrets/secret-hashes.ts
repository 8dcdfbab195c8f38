import { timingSafeEqual } from "node:crypto";

/** The secrets that there are, as far as a process knows, each by its SHA-256. */
export type SecretHashes = { active: Buffer[]; revoked: Buffer[] };

/** Compares with every one, also after one was found, so that the time taken tells nothing. */
export function findHash(hashes: Buffer[], candidate: Buffer): Buffer | null {
  let found: Buffer | null = null;
  for (const hash of hashes) if (timingSafeEqual(hash, candidate)) found = hash;
  return found;
}

/** The environment's secret works unless it is known to be revoked. */
export function addUnlessRevoked(hashes: SecretHashes, hash: Buffer): SecretHashes {
  const isKnown = findHash([...hashes.active, ...hashes.revoked], hash) !== null;
  return isKnown ? hashes : { ...hashes, active: [...hashes.active, hash] };
}
