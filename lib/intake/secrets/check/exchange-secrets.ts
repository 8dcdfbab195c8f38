import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { newTopic } from "@/lib/platform/process/topic";
import { runFolder } from "@/lib/platform/settings/supervised";
import { knownSecrets, learnSecrets } from "./known-secrets";
import { getRefusedHere, wrongSecrets } from "./wrong-secret-tally";

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);

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

const tellEveryMs = 500;
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
  const tell = () => {
    const uses = [...knownSecrets().uses].map(([hash, at]) => [hash, at.toISOString()]);
    publishUses(Object.fromEntries(uses));
    publishWrong(getRefusedHere());
  };
  const timer = setInterval(tell, tellEveryMs);
  return {
    stop: async () => {
      unsubscribe();
      clearInterval(timer);
      tell();
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

function fromHex(hex: string): Buffer {
  return Buffer.from(hex, "hex");
}
