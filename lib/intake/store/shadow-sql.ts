import "server-only";
import type { Pool } from "pg";
import { prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { markRehearsal } from "../secrets/check/known-secrets";
import type { RecordOutcome } from "../views/delivery-log";
import { unpackBody } from "./packed-body";

/** The schema in which a rehearsal's deliveries are stored: the ledger's tables once more, empty. */
export const shadowSchema = "earshot_rehearsal";
const shadow = Prisma.raw(shadowSchema);

/** Creates it from the tables as they are today; whatever was left there is gone. */
export async function createShadowSchema(client: Transaction): Promise<void> {
  await client.$executeRaw(buildSql);
}

export async function dropShadowSchema(client: Transaction): Promise<void> {
  await client.$executeRaw`DROP SCHEMA IF EXISTS ${shadow} CASCADE`;
}

/**
 * Until the transaction ends, every table that is named is the shadow's. Nothing falls through to the
 * ledger: its schema isn't searched.
 * @returns the mark of the deliveries that belong there; null: no rehearsal is open, nothing changed.
 */
export async function enterShadowSchema(client: Transaction): Promise<string | null> {
  // The lock keeps the schema there until then; who drops it locks the same row.
  const rows = await client.$queryRaw<{ secret_hash: Uint8Array }[]>`
    SELECT secret_hash FROM rehearsal WHERE is_open FOR KEY SHARE`;
  const [open] = rows;
  if (!open) return null;
  await client.$executeRaw`SET LOCAL search_path TO ${shadow}`;
  return markRehearsal(Buffer.from(open.secret_hash));
}

/** What the shadow schema holds; nothing where there is none. */
export async function countShadow(client: Transaction) {
  const none = { deliveries: 0, recordings: 0, contents: 0, customers: 0 };
  const standing = await client.$queryRaw<
    unknown[]
  >`SELECT FROM pg_namespace WHERE nspname = ${shadowSchema}`;
  if (standing.length === 0) return none;
  const rows = await client.$queryRaw<(typeof none)[]>`
    SELECT (SELECT count(*)::int FROM ${shadow}.delivery) AS deliveries,
           (SELECT count(*)::int FROM ${shadow}.recording) AS recordings,
           (SELECT count(DISTINCT (recording_id, content_hash))::int
            FROM ${shadow}.recording_delivery) AS contents,
           (SELECT count(*)::int FROM ${shadow}.customer) AS customers`;
  return rows[0] ?? none;
}

type ShadowRow = {
  outcome: RecordOutcome["outcome"];
  records: RecordOutcome[];
  body: Uint8Array | null;
  packing: number | null;
  status: string | null;
  campaign: string | null;
  audioAddress: string | null;
  deliveries: number;
  contents: number;
};

/**
 * A delivery as it was stored there, its bytes as they came, and the call that it told of; null: it
 * isn't stored yet.
 */
export async function readShadow(pool: Pool, deliveryId: string, recordingId: string) {
  const rows = await prismaOn(pool).$queryRaw<ShadowRow[]>`
    SELECT delivery.outcome::text AS outcome, delivery.records, body.body, body.packing,
           recording.status, recording.campaign,
           recording.recording_attachment AS "audioAddress", deliveries, contents
    FROM ${shadow}.delivery
    LEFT JOIN ${shadow}.delivery_body AS body USING (id, accepted_on)
    LEFT JOIN ${shadow}.recording ON recording.id = ${recordingId}
    CROSS JOIN (SELECT count(*)::int AS deliveries, count(DISTINCT content_hash)::int AS contents
                FROM ${shadow}.recording_delivery WHERE recording_id = ${recordingId}) AS arrivals
    WHERE delivery.id = ${deliveryId}`;
  const [row] = rows;
  if (!row) return null;
  const { outcome, records, audioAddress, body, packing, status, ...call } = row;
  return {
    outcome,
    records,
    audioAddress,
    body: body && unpackBody({ body, packing }),
    call: status === null ? null : { status, ...call },
  };
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
