import { createHash, timingSafeEqual } from "node:crypto";

/** SHA-256: a secret has too much chance in it to be found by its hash. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** The first 12 hexadecimal digits: enough to tell secrets apart, useless to guess by. */
export function nameHash(hash: Buffer): string {
  return hash.toString("hex").slice(0, 12);
}

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

/** What either knows: a secret works that works in one of them, unless it is revoked in one. */
export function uniteHashes(one: SecretHashes, other: SecretHashes): SecretHashes {
  const revoked = toUnique([...one.revoked, ...other.revoked]);
  const active = toUnique([...one.active, ...other.active]);
  return { active: active.filter((hash) => !revoked.some((gone) => gone.equals(hash))), revoked };
}

function toUnique(hashes: Buffer[]): Buffer[] {
  return [...new Map(hashes.map((hash) => [hash.toString("hex"), hash])).values()];
}

/** What names a rehearsal's secret in deliveries; no other secret's name looks like it. */
export function markRehearsal(secretHash: Buffer): string {
  return `${prefix}${nameHash(secretHash)}`;
}

export function isRehearsed({ secretHash }: { secretHash: string }): boolean {
  return secretHash.startsWith(prefix);
}

const prefix = "rehearsal ";
