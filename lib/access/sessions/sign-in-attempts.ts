import "server-only";
import { randomUUID } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";

/**
 * Counts one attempt under `key` in a single statement, so that simultaneous attempts can't all
 * slip under the limit. False when `most` were counted already without a pause of a minute.
 */
export async function countAttempt(key: string, most: number, now: Date): Promise<boolean> {
  const at = BigInt(now.getTime());
  const stale = at - BigInt(budgets.attempts.windowMs);
  const counted = await db().$queryRaw<{ count: number }[]>`
    INSERT INTO rate_limit AS kept (id, key, count, last_request)
    VALUES (${randomUUID()}, ${key}, 1, ${at})
    ON CONFLICT (key) DO UPDATE
    SET count = CASE WHEN kept.last_request <= ${stale} THEN 1 ELSE kept.count + 1 END,
        last_request = excluded.last_request
    WHERE kept.count < ${most} OR kept.last_request <= ${stale}
    RETURNING count`;
  if (counted[0]?.count === 1) await forgetAttemptsBefore(stale);
  return counted.length > 0;
}

/** Takes one counted attempt back: a password that was right is no guess. */
export async function forgiveAttempt(key: string): Promise<void> {
  await db().rateLimit.updateMany({
    where: { key, count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  });
}

async function forgetAttemptsBefore(stale: bigint): Promise<void> {
  await db().rateLimit.deleteMany({ where: { lastRequest: { lte: stale } } });
}
