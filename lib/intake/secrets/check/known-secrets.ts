import "server-only";
import { env } from "@/lib/platform/settings/env";
import { hashSecret } from "./hash-secret";
import { readSecretFile } from "./secret-file";
import { addUnlessRevoked, type SecretHashes } from "./secret-hashes";

/** What this process goes by while it recognizes secrets; the database is never asked meanwhile. */
export type KnownSecrets = {
  hashes: SecretHashes;
  /** Whether they are from a table, now or in the last run; otherwise there may be more. */
  areRead: boolean;
  /** Of the rehearsal that is open; not for the next start. */
  rehearsal: Buffer[];
  /** When a secret last came, by its hash in hexadecimal; what the table has not been told yet. */
  uses: Map<string, Date>;
  /** What the file holds, as far as this process knows; null: not known. */
  kept: SecretHashes | null;
  canKeep: boolean;
};

const held = globalThis as { earshotSecrets?: KnownSecrets };

/** At first what the last run left in its file, or else the environment's secret alone. */
export function knownSecrets(): KnownSecrets {
  held.earshotSecrets ??= startKnowing();
  return held.earshotSecrets;
}

/** As a process that starts anew; for tests. */
export function forgetSecrets(): void {
  held.earshotSecrets = undefined;
}

/** Takes over what the tables say. */
export function learnSecrets(hashes: SecretHashes, rehearsal: Buffer[]): void {
  Object.assign(knownSecrets(), { hashes: withEnvironment(hashes), areRead: true, rehearsal });
}

/** A host without a lasting disk has no file: it asks the database before it serves. */
export function hasSecretFile(): boolean {
  return env().JOURNAL === "disk";
}

function startKnowing(): KnownSecrets {
  const kept = hasSecretFile() ? readSecretFile(env().DATA_DIR) : null;
  const hashes = withEnvironment(kept ?? { active: [], revoked: [] });
  return { hashes, areRead: kept !== null, rehearsal: [], uses: new Map(), kept, canKeep: true };
}

function withEnvironment(hashes: SecretHashes): SecretHashes {
  const first = env().WEBHOOK_SECRET;
  return first ? addUnlessRevoked(hashes, hashSecret(first.reveal())) : hashes;
}
