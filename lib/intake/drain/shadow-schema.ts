import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import type { Transaction } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { Prisma } from "@/prisma/client/client";
import { refusedInterpretation } from "../interpret/interpret-kept";
import { markRehearsal } from "../secrets/check/known-secrets";
import { isolatePoison } from "../store/isolate-poison";
import { type PreparedDelivery, prepareDelivery, storeDeliveries } from "../store/store-deliveries";

/** The schema in which a rehearsal's deliveries are stored: the ledger's tables once more, empty. */
export const shadowSchema = "earshot_rehearsal";

/** Creates it from the tables as they are today; whatever was left there is gone. */
export async function createShadowSchema(client: Transaction): Promise<void> {
  await client.$executeRaw(buildSql);
}

export async function dropShadowSchema(client: Transaction): Promise<void> {
  await client.$executeRaw`DROP SCHEMA IF EXISTS ${Prisma.raw(shadowSchema)} CASCADE`;
}

/**
 * Until the transaction ends, every table that is named is the shadow's. Nothing falls through to the
 * ledger: its schema isn't searched.
 * @returns the mark of the deliveries that belong there; null: no rehearsal is open, nothing changed.
 */
async function enterShadowSchema(client: Transaction): Promise<string | null> {
  // The lock keeps the schema there until then; who drops it locks the same row.
  const rows = await client.$queryRaw<{ secret_hash: Uint8Array }[]>`
    SELECT secret_hash FROM rehearsal WHERE is_open FOR KEY SHARE`;
  const [open] = rows;
  if (!open) return null;
  await client.$executeRaw`SET LOCAL search_path TO ${Prisma.raw(shadowSchema)}`;
  return markRehearsal(Buffer.from(open.secret_hash));
}

/** Enumerations get a name of the same kind there, because their own schema isn't searched. */
const buildSql = Prisma.raw(`
  DROP SCHEMA IF EXISTS ${shadowSchema} CASCADE;
  CREATE SCHEMA ${shadowSchema};
  DO $$
  DECLARE
    ledger text := current_schema();
    name text;
  BEGIN
    FOR name IN SELECT typname FROM pg_type
      WHERE typnamespace = ledger::regnamespace AND typtype = 'e'
    LOOP
      EXECUTE format('CREATE DOMAIN ${shadowSchema}.%I AS %I.%I', name, ledger, name);
    END LOOP;
    FOR name IN SELECT relname FROM pg_class
      WHERE relnamespace = ledger::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    LOOP
      EXECUTE format(
        'CREATE TABLE ${shadowSchema}.%I (LIKE %I.%I INCLUDING ALL)', name, ledger, name);
    END LOOP;
  END $$`);

/**
 * Writes a rehearsal's deliveries into the shadow schema, by the very code that stores real ones. Those of a
 * rehearsal that is over are forgotten. Throws while the database is away.
 */
export async function storeRehearsed(pool: Pool, deliveries: PreparedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  try {
    await isolatePoison(pool, deliveries, {
      store: storeInShadow,
      // What fails here fails in the open: the rehearsal says so.
      probe: async () => true,
      quarantine: ({ entry }, error) => prepareDelivery(entry, refusedInterpretation(error)),
    });
  } catch (error) {
    if (!isShadowBroken(error)) throw error;
    // Real events stand behind these; a rehearsal must not hold them up.
    log().error({ err: error }, "deliveries of a test run could not be stored; discarded");
  }
}

async function storeInShadow(client: Transaction, deliveries: PreparedDelivery[]): Promise<void> {
  const mark = await enterShadowSchema(client);
  const open = deliveries.filter(({ entry }) => entry.secretHash === mark);
  if (open.length > 0) await storeDeliveries(client, open);
}

/** A table or a column is missing there, or may not be written. */
function isShadowBroken(error: unknown): boolean {
  return /^(3F|42)/.test(sqlStateOf(error) ?? "");
}
