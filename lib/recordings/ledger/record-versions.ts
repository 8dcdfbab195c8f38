import "server-only";
import type { PoolClient } from "pg";
import { callRecordSchema } from "../call-record";
import type { HashedArrival, KnownVersion } from "./judge-arrivals";

/** The contents that these recordings had, without what they hold. */
export async function readVersions(
  client: PoolClient,
  ids: string[],
): Promise<Map<string, KnownVersion[]>> {
  const { rows } = await client.query<{ recording_id: string; hash: string; first_seq: string }>(
    `SELECT recording_id, encode(content_hash, 'hex') AS hash, first_seq
     FROM recording_version WHERE recording_id = ANY($1)`,
    [ids],
  );
  const byId = new Map<string, KnownVersion[]>();
  for (const row of rows) {
    const version = { contentHash: row.hash, firstSeq: BigInt(row.first_seq) };
    byId.set(row.recording_id, [...(byId.get(row.recording_id) ?? []), version]);
  }
  return byId;
}

/** Adds contents, or notes that they came by a lower sequence than was known. */
export async function writeVersions(client: PoolClient, versions: HashedArrival[]): Promise<void> {
  if (versions.length === 0) return;
  // The last of one content is the lowest: judging lists it again only when it comes by a lower one.
  const byHash = new Map(versions.map((version) => [version.contentHash, version]));
  const rows = [...byHash.values()];
  await client.query(
    `INSERT INTO recording_version
       (recording_id, content_hash, first_seq, delivery_id, accepted_at, customer_id, content)
     SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::uuid[], $5::timestamptz[],
                          $6::text[], $7::jsonb[])
     ON CONFLICT (recording_id, content_hash) DO UPDATE SET
       first_seq = excluded.first_seq,
       delivery_id = excluded.delivery_id,
       accepted_at = excluded.accepted_at
     WHERE recording_version.first_seq > excluded.first_seq`,
    [
      rows.map(({ record }) => record.id),
      rows.map(({ contentHash }) => Buffer.from(contentHash, "hex")),
      rows.map(({ acceptedSeq }) => acceptedSeq),
      rows.map(({ deliveryId }) => deliveryId),
      rows.map(({ acceptedAt }) => acceptedAt),
      rows.map(({ record }) => record.customerId),
      rows.map(({ record }) => JSON.stringify(record)),
    ],
  );
}

/** A recording whose content turns out to be older than was known steps back behind newer ones. */
export async function lowerCurrentSeqs(
  client: PoolClient,
  lowered: HashedArrival[],
): Promise<void> {
  await client.query(
    `UPDATE recording SET accepted_seq = lowered.seq, changed_at = lowered.at
     FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::timestamptz[])
       AS lowered (id, hash, seq, at)
     WHERE recording.id = lowered.id AND recording.content_hash = lowered.hash
       AND recording.accepted_seq > lowered.seq`,
    [
      lowered.map(({ record }) => record.id),
      lowered.map(({ contentHash }) => Buffer.from(contentHash, "hex")),
      lowered.map(({ acceptedSeq }) => acceptedSeq),
      lowered.map(({ acceptedAt }) => acceptedAt),
    ],
  );
}

/** What these contents hold, as if they had just arrived. */
export async function readVersionContents(
  client: PoolClient,
  wanted: [id: string, version: KnownVersion][],
): Promise<HashedArrival[]> {
  if (wanted.length === 0) return [];
  const { rows } = await client.query<VersionRow>(
    `SELECT encode(content_hash, 'hex') AS hash, first_seq, delivery_id, accepted_at, content
     FROM recording_version
     JOIN unnest($1::text[], $2::bytea[]) AS wanted (id, hash)
       ON recording_id = wanted.id AND content_hash = wanted.hash`,
    [
      wanted.map(([id]) => id),
      wanted.map(([, { contentHash }]) => Buffer.from(contentHash, "hex")),
    ],
  );
  return rows.map(toArrival);
}

/** The newest content that names each of these customers. */
export async function readNewestOfCustomers(
  client: PoolClient,
  customerIds: string[],
): Promise<HashedArrival[]> {
  const { rows } = await client.query<VersionRow>(
    `SELECT newest.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT encode(content_hash, 'hex') AS hash, first_seq, delivery_id, accepted_at, content
       FROM recording_version WHERE customer_id = wanted.id
       ORDER BY first_seq DESC, content_hash DESC LIMIT 1
     ) AS newest`,
    [customerIds],
  );
  return rows.map(toArrival);
}

type VersionRow = {
  hash: string;
  first_seq: string;
  delivery_id: string;
  accepted_at: Date;
  content: unknown;
};

function toArrival(row: VersionRow): HashedArrival {
  return {
    record: callRecordSchema.parse(row.content),
    contentHash: row.hash,
    acceptedSeq: BigInt(row.first_seq),
    acceptedAt: row.accepted_at,
    deliveryId: row.delivery_id,
    position: 0,
  };
}
