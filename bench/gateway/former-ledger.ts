import { join } from "node:path";
import { migrate } from "@/lib/platform/migrations/migrate";
import { filledSecret } from "../ledger/read-stored";
import { say } from "../report/say";
import { insertCalls } from "../server/fill-ledger";
import { inTurns, withLoadingPool, withoutIndexes } from "../server/without-indexes";

/** The last one before the ledger was redesigned: those behind it change what a call is stored in. */
const lastMigration = "20261122110000_journal_node";

/** Makes the database of the Earshot of then, with so many calls and how each of them came. */
export async function makeFormerLedger(
  databaseUrl: string,
  source: string,
  rows: number,
): Promise<void> {
  await migrate(databaseUrl, join(source, "prisma", "migrations"), {
    isWanted: (name) => name <= lastMigration,
  });
  await withLoadingPool(databaseUrl, async (pool) => {
    await withoutIndexes(pool, ["recording", "customer"], () => insertCalls(pool, rows));
    say("filling with how they came");
    const { rows: days } = await pool.query<{ day: string }>(readDays);
    for (const { day } of days) {
      for (const table of ["delivery", "delivery_body"]) {
        const name = `${table}_${day.replaceAll("-", "")}`;
        await pool.query(
          `CREATE TABLE ${name} PARTITION OF ${table}
           FOR VALUES FROM ('${day}') TO (date '${day}' + 1)`,
        );
      }
    }
    const statements = [insertBodies, insertDeliveries, insertVersions, insertArrivals];
    await inTurns(statements, (statement) => pool.query(statement));
    await pool.query("VACUUM ANALYZE");
  });
}

/** In UTC, as everything below; that Earshot made tomorrow's ahead of time. */
const readDays = `
  SELECT DISTINCT day::text FROM (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day FROM recording
    UNION ALL
    SELECT (now() AT TIME ZONE 'UTC')::date + ahead FROM generate_series(0, 1) AS ahead
  ) AS days ORDER BY day`;

const deliveryId = "md5('delivery ' || id)::uuid";

const insertArrivals = `
  INSERT INTO recording_delivery (recording_id, accepted_seq, position, delivery_id, accepted_at,
    outcome, content_hash)
  SELECT id, accepted_seq, 0, ${deliveryId}, created_at, 'stored', content_hash FROM recording`;

const insertVersions = `
  INSERT INTO recording_version (recording_id, content_hash, first_seq, delivery_id, accepted_at,
    customer_id, content)
  SELECT id, content_hash, first_seq, ${deliveryId}, created_at, customer_id,
    to_jsonb(recording) - ARRAY['search_text', 'phone_digits', 'content_hash']
  FROM recording`;

const bodyOf = `convert_to(jsonb_build_object('data', jsonb_build_object('type', 'recordings', 'id', id,
  'attributes', to_jsonb(recording) - ARRAY['search_text', 'phone_digits', 'content_hash']))::text, 'UTF8')`;

const insertDeliveries = `
  INSERT INTO delivery (id, accepted_on, accepted_at, accepted_seq, bytes, sha256, secret_hash,
    remote_address, outcome, records, interpreted_at)
  SELECT ${deliveryId}, (created_at AT TIME ZONE 'UTC')::date, created_at, accepted_seq, octet_length(body),
    sha256(body), '${filledSecret}', '192.0.2.1', 'stored',
    jsonb_build_array(jsonb_build_object('recordingId', id, 'outcome', 'stored')), created_at
  FROM (SELECT *, ${bodyOf} AS body FROM recording) AS recording`;

const insertBodies = `
  INSERT INTO delivery_body (id, accepted_on, headers, body)
  SELECT ${deliveryId}, (created_at AT TIME ZONE 'UTC')::date, '[["content-type", "application/json"]]',
    ${bodyOf}
  FROM recording`;
