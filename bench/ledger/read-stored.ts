import { createHash } from "node:crypto";
import pg from "pg";
import { type PackedBody, unpackBody } from "@/lib/intake/store/packed-body";
import type { StoredDelivery } from "./check-ledger";

/** In the place of a secret's hash, of deliveries that fill a database beforehand: nobody has sent them. */
export const filledSecret = "filled";

/** Everything that was sent and kept, with the hash of the kept bytes. */
export async function readStored(databaseUrl: string): Promise<StoredDelivery[]> {
  const rows = await query<Omit<StoredDelivery, "bodySha256"> & PackedBody>(
    databaseUrl,
    `SELECT delivery.id AS "deliveryId", encode(delivery.sha256, 'hex') AS sha256, body, packing
     FROM delivery JOIN delivery_body USING (id, accepted_on)
     WHERE secret_hash <> $1`,
    [filledSecret],
  );
  return rows.map(({ body, packing, ...delivery }) => ({
    ...delivery,
    bodySha256: createHash("sha256").update(unpackBody({ body, packing })).digest("hex"),
  }));
}

/** How many of these recordings are not in the ledger that the list reads. */
export async function countUnlisted(databaseUrl: string, ids: string[]): Promise<number> {
  const [row] = await query<{ missing: number }>(
    databaseUrl,
    `SELECT count(*)::int AS missing FROM unnest($1::text[]) AS sent (id)
     WHERE NOT EXISTS (SELECT FROM recording WHERE recording.id = sent.id)`,
    [ids],
  );
  return row?.missing ?? ids.length;
}

async function query<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
