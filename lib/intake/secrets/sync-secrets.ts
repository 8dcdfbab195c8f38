import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { newStep, runLoop } from "@/lib/ops/loop";
import { intakePool } from "@/lib/platform/database/db";
import { inTransaction } from "@/lib/platform/database/transaction";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import {
  hashSecret,
  hasSecretFile,
  hearUses,
  knownSecrets,
  learnSecrets,
  publishSecretsRead,
  type SecretHashes,
  uniteHashes,
  writeSecretFile,
} from "./check/known-secrets";
import { insertKnown, readHashes, readRehearsal, updateUses } from "./sql";
import { ensureEnvironmentSecret } from "./store";

type SecretKeeper = {
  /** Resolves once the table was read, or after a few seconds without an answer. Never rejects. */
  ready: Promise<void>;
  stop: () => Promise<void>;
};

/** Keeps the known secrets and the table in step, for the life of this process. */
export const startSecrets = processWide("earshotSecretKeeper", newKeeper);

const everyMs = 2_000;
/** Without what the last run knew, to begin too early would refuse events that are authentic. */
const timeoutsMs = { knowing: 1_000, unknowing: 5_000 };

function newKeeper(): SecretKeeper {
  let isEnsured = false;
  const keep = newStep("the webhook secrets can't be read", async () => {
    // A gateway can't seal it: the worker enters it there.
    if (!isEnsured && env().AUTH_SECRET) await ensureEnvironmentSecret();
    isEnsured = true;
    await syncSecrets();
  });
  const first = keep();
  let next = () => first;
  const worker = runLoop({
    turn: async () => {
      await next();
      next = keep;
      return everyMs;
    },
    // So that what was used until now is told.
    atEnd: keep,
  });
  const unsubscribe = hearUses();
  const timeoutMs = knownSecrets().kept ? timeoutsMs.knowing : timeoutsMs.unknowing;
  return {
    ready: Promise.race([first, sleep(timeoutMs, undefined, { ref: false })]),
    stop: async () => {
      unsubscribe();
      await Promise.race([worker.stop(), sleep(timeoutsMs.knowing, undefined, { ref: false })]);
    },
  };
}

const own = processWide("earshotSecretSync", (): { last?: Promise<void> } => ({}));

/**
 * Tells the table which secrets were used, and learns from it which ones there are. It begins after
 * the call, so that what was committed before is known afterwards; one runs at a time. Throws while
 * the database is away; the last known secrets go on then.
 */
export function syncSecrets(pool: Pool = intakePool()): Promise<void> {
  const next = (own().last ?? Promise.resolve()).catch(() => undefined).then(() => syncOnce(pool));
  own().last = next;
  return next;
}

async function syncOnce(pool: Pool): Promise<void> {
  await writeUses(pool);
  const hashes = await uniteWithTable(pool, knownSecrets().hashes);
  const rehearsal = await readRehearsal(pool);
  learnSecrets(hashes, rehearsal);
  await publishSecretsRead({
    active: hashes.active.map(toHex),
    revoked: hashes.revoked.map(toHex),
    rehearsal: rehearsal.map(toHex),
  });
  await keepHashes(hashes);
}

async function writeUses(pool: Pool): Promise<void> {
  const { uses } = knownSecrets();
  const told = [...uses];
  if (told.length === 0) return;
  await inTransaction(pool, (client) => updateUses(client, told));
  for (const [hash, at] of told) if (uses.get(hash) === at) uses.delete(hash);
}

/**
 * A table that knows less is another database, or an older state of the same, and nobody's wish: it
 * is told what it lacks. Only a revocation takes a secret away, on either side.
 */
async function uniteWithTable(pool: Pool, known: SecretHashes): Promise<SecretHashes> {
  const inTable = await readHashes(pool);
  const ofEnvironment = env().WEBHOOK_SECRET;
  const first = ofEnvironment && hashSecret(ofEnvironment.reveal());
  // That one is entered at the start, under its own name.
  const others = known.active.filter((hash) => !first?.equals(hash));
  const united = uniteHashes(inTable, { ...known, active: others });
  if (areSame(united, inTable)) return united;
  await insertKnown(pool, united);
  // What was revoked there meanwhile is revoked.
  return uniteHashes(await readHashes(pool), united);
}

/** For the next start. A disk that fails here takes nothing from this process. */
async function keepHashes(hashes: SecretHashes): Promise<void> {
  const known = knownSecrets();
  if (!hasSecretFile() || (known.kept && areSame(known.kept, hashes))) return;
  try {
    await writeSecretFile(env().DATA_DIR, hashes);
    known.kept = hashes;
    known.canKeep = true;
  } catch (error) {
    if (known.canKeep) log().warn({ err: error }, "the known webhook secrets can't be saved");
    known.canKeep = false;
  }
}

/** In whatever order. */
function areSame(one: SecretHashes, other: SecretHashes): boolean {
  const [a, b] = [one, other].map(({ active, revoked }) => [active, revoked].map(joinHex).join());
  return a === b;
}

function joinHex(hashes: Buffer[]): string {
  return hashes.map(toHex).sort().join(" ");
}

function toHex(hash: Buffer): string {
  return hash.toString("hex");
}
