import { nameHash } from "./hash-secret";

/** What names a rehearsal's secret in deliveries; no other secret's name looks like it. */
export function markRehearsal(secretHash: Buffer): string {
  return `${prefix}${nameHash(secretHash)}`;
}

export function isRehearsed({ secretHash }: { secretHash: string }): boolean {
  return secretHash.startsWith(prefix);
}

const prefix = "rehearsal ";
