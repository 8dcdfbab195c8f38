import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { notifyChanges } from "../live/change-notices";
import { readCountedCalls } from "../totals/counted-call";
import { noteChanges } from "../totals/note-changes";
import { claimRecordings } from "./recorded-arrivals";
import { rebuildCustomers } from "./upsert-customers";

/**
 * Leaves the ledger as if nothing had ever told of these recordings: counts and customers too. Deliveries
 * are the caller's to remove, in the same transaction, which must be REPEATABLE READ. Idempotent.
 */
export async function removeRecordings(client: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // Of two that write the same recording, one fails and is run again.
  await claimRecordings(client, ids);
  const before = await readCountedCalls(client, ids);
  const named = await client.$queryRaw<{ customer_id: string }[]>`
    SELECT customer_id FROM recording WHERE id = ANY(${toList(ids)}::text[])
    UNION SELECT customer_id FROM recording_version WHERE recording_id = ANY(${toList(ids)}::text[])
    UNION SELECT customer_id FROM recording_delivery
      WHERE recording_id = ANY(${toList(ids)}::text[]) AND customer_id IS NOT NULL`;
  for (const table of [
    "recording_newest",
    "recording_version",
    "recording_delivery",
    "call_mark",
    "heard",
    "listen",
    "audit_entry",
  ]) {
    await client.$executeRaw`
      DELETE FROM ${Prisma.raw(table)} WHERE recording_id = ANY(${toList(ids)}::text[])`;
  }
  await client.$executeRaw`DELETE FROM recording WHERE id = ANY(${toList(ids)}::text[])`;
  await noteChanges(
    client,
    [...before.values()].map((call) => ({ before: call, after: undefined })),
  );
  await rebuildCustomers(
    client,
    named.map(({ customer_id }) => customer_id),
  );
  await notifyChanges(client, new Set(before.keys()));
}
