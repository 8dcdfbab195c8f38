import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { writeAtomically } from "@/lib/platform/files/private-files";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import {
  addUnlessRevoked,
  findHash,
  hashSecret,
  markRehearsal,
  nameHash,
  type SecretHashes,
} from "./secret-hashes";

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

const own = processWide("earshotSecrets", (): { known?: KnownSecrets | undefined } => ({}));

/** At first what the last run left in its file, or else the environment's secret alone. */
export function knownSecrets(): KnownSecrets {
  const held = own();
  held.known ??= startKnowing();
  return held.known;
}

/** As a process that starts anew; for tests. */
export function forgetSecrets(): void {
  own().known = undefined;
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

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);
const fileSchema = z.object({ active: z.array(hexHash), revoked: z.array(hexHash) });

/** What was last known of the secrets; null: nothing, or nothing that can be read. */
function readSecretFile(dataDirectory: string): SecretHashes | null {
  try {
    const kept = fileSchema.parse(JSON.parse(readFileSync(pathIn(dataDirectory), "utf8")));
    return { active: kept.active.map(fromHex), revoked: kept.revoked.map(fromHex) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      log().warn({ err: error }, "the last known webhook secrets can't be read");
    }
    return null;
  }
}

/** Hashes alone, for this user's eyes alone. Whole or not at all. */
export async function writeSecretFile(
  dataDirectory: string,
  { active, revoked }: SecretHashes,
): Promise<void> {
  const content = { active: active.map(toHex), revoked: revoked.map(toHex) };
  await writeAtomically(pathIn(dataDirectory), `${JSON.stringify(content, null, 2)}\n`);
}

function pathIn(dataDirectory: string): string {
  return join(dataDirectory, "webhook-secrets.json");
}

function fromHex(hex: string): Buffer {
  return Buffer.from(hex, "hex");
}

function toHex(hash: Buffer): string {
  return hash.toString("hex");
}

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
