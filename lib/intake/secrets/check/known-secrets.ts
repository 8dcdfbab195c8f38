import "server-only";
import { hash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { writeAtomically } from "@/lib/platform/files/data-directory";
import { processWide } from "@/lib/platform/process/process-wide";
import { newTopic } from "@/lib/platform/process/topic";
import { env, runFolder } from "@/lib/platform/settings/env";
import { getRefusedHere, wrongSecrets } from "./wrong-secret-tally";

/** What this process goes by while it recognizes secrets; the database is never asked meanwhile. */
type KnownSecrets = {
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

/** What the table says of the secrets, by their hashes in hexadecimal. */
const knownHashesSchema = z.object({
  active: z.array(hexHash),
  revoked: z.array(hexHash),
  rehearsal: z.array(hexHash),
});

type KnownHashes = z.infer<typeof knownHashesSchema>;

/** From whoever reads the table. */
const secretsRead = newTopic("secrets-read", knownHashesSchema);
/** From whoever recognizes secrets: it goes by what was read, told back as it was heard. */
const secretsHeard = newTopic("secrets-heard", knownHashesSchema);
/** From the same: when each secret last came, by its hash, as ISO 8601 in UTC. */
const secretsUsed = newTopic("secrets-used", z.record(hexHash, z.iso.datetime()));

const publishEveryMs = 500;
const heardWithinMs = 1_000;

/**
 * For the process that recognizes secrets and reads no table: it goes by what another one reads, and
 * tells it what came.
 */
export function startHearingSecrets(): { stop: () => Promise<void> } {
  const hear = (read: KnownHashes) => {
    learnSecrets(
      { active: read.active.map(fromHex), revoked: read.revoked.map(fromHex) },
      read.rehearsal.map(fromHex),
    );
    secretsHeard.publish(read);
  };
  const unsubscribe = secretsRead.subscribe(hear);
  const known = secretsRead.last();
  if (known) hear(known);

  const publishUses = onceChanged(secretsUsed.publish, {});
  const publishWrong = onceChanged<ReturnType<typeof getRefusedHere>>(wrongSecrets.publish, null);
  const publish = () => {
    const uses = [...knownSecrets().uses].map(([hash, at]) => [hash, at.toISOString()]);
    publishUses(Object.fromEntries(uses));
    publishWrong(getRefusedHere());
  };
  const timer = setInterval(publish, publishEveryMs);
  return {
    stop: async () => {
      unsubscribe();
      clearInterval(timer);
      publish();
    },
  };
}

/** For the process that reads the table: takes over what came to another one. Gives what ends it. */
export function hearUses(): () => void {
  const heard = new Map<string, string>();
  const take = (used: Record<string, string>) => {
    const { uses } = knownSecrets();
    for (const [hash, at] of Object.entries(used)) {
      if (heard.get(hash) !== at) uses.set(hash, new Date(at));
      heard.set(hash, at);
    }
  };
  take(secretsUsed.last() ?? {});
  return secretsUsed.subscribe(take);
}

/**
 * Tells what the table says, and waits a moment until the gateway goes by it, where there is one: a
 * secret that was made works then, and a revoked one works no more.
 */
export async function publishSecretsRead(read: KnownHashes): Promise<void> {
  if (!areSame(secretsRead.last(), read)) secretsRead.publish(read);
  if (!runFolder()) return;
  const endsMs = performance.now() + heardWithinMs;
  while (!areSame(secretsHeard.last(), read) && performance.now() < endsMs) await sleep(5);
}

function onceChanged<Value>(publish: (value: Value) => void, at: Value): (value: Value) => void {
  let told = at;
  return (value) => {
    if (!areSame(told, value)) publish(value);
    told = value;
  };
}

function areSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** SHA-256: a secret has too much chance in it to be found by its hash. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
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

/**
 * The secret in the path of a request; undefined where the path is none of the webhook's. A slash at
 * its end is allowed, because a sender may not follow a redirect.
 */
export function secretIn(path: string): string | undefined {
  const [, secret] = webhookPattern.exec(path) ?? [];
  if (secret === undefined) return undefined;
  try {
    return decodeURIComponent(secret);
  } catch {
    return secret;
  }
}

const webhookPattern = /^\/api\/webhooks\/recordings\/([^/?#]+)\/?(?:[?#]|$)/;
