import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/transaction";
import type { ArrivedRecord, StoreOutcome } from "../record/call-record";
import { storeRecords } from "./ledger";
import { versionsSql } from "./versions-sql";

/** The recordings as they are, however their rows came to it; in the order of their ids. */
export const recordingsSql = `
  SELECT to_jsonb(recording) - '{content_seq,newest_seq,newest_position}'::text[] AS recording,
    greatest(newest_seq, newest.accepted_seq) AS newest
  FROM recording LEFT JOIN recording_newest AS newest ON recording_id = id ORDER BY id`;

/** Every content of every recording, wherever it is kept. */
export const contentsSql = `
  SELECT recording_id, content_hash, first_seq,
    jsonb_set(content, '{extra}', (content ->> 'extra')::jsonb) AS content
  FROM ${versionsSql} AS version ORDER BY recording_id, content_hash`;

/** Stores records in a transaction of their own. */
export function storeAlone(pool: Pool, arrived: ArrivedRecord[]): Promise<StoreOutcome[]> {
  return inTransaction(pool, (client) => storeRecords(client, arrived));
}
