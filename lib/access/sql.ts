import "server-only";
import { randomUUID } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import type { Prisma } from "@/prisma/client/client";

/** The ids of all administrators, whom nobody else changes until the transaction ends. */
export async function lockAdministrators(transaction: Prisma.TransactionClient): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM "user" WHERE role = 'administrator' ORDER BY id FOR UPDATE`;
  return rows.map(({ id }) => id);
}

/** @returns false: there is no such person */
export async function lockMember(
  transaction: Prisma.TransactionClient,
  userId: string,
): Promise<boolean> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM "user" WHERE id = ${userId} FOR UPDATE`;
  return rows.length > 0;
}

/**
 * Counts an attempt, from 1 again when the last one was long ago. Null: there are as many as there may be,
 * and it isn't counted.
 */
export async function addAttempt(
  key: string,
  most: number,
  { at, stale }: { at: bigint; stale: bigint },
): Promise<number | null> {
  const counted = await db().$queryRaw<{ count: number }[]>`
    INSERT INTO rate_limit AS kept (id, key, count, last_request)
    VALUES (${randomUUID()}, ${key}, 1, ${at})
    ON CONFLICT (key) DO UPDATE
    SET count = CASE WHEN kept.last_request <= ${stale} THEN 1 ELSE kept.count + 1 END,
        last_request = excluded.last_request
    WHERE kept.count < ${most} OR kept.last_request <= ${stale}
    RETURNING count`;
  return counted[0]?.count ?? null;
}
