import "server-only";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { prismaOn, toList } from "@/lib/platform/database/transaction";
import { getRetention } from "@/lib/settings/store";
import { Prisma } from "@/prisma/client/client";
import { toDeliveryKey } from "../store/store-deliveries";
import type { BodyDropView, DropPreview, RetentionView } from "../views/views";
import { lastDayOver, listBodyDays, mayGo, readNeed } from "./body-days";

/** How much is kept, day by day, and when it was last tidied. */
export async function getRetentionView(now: Date): Promise<RetentionView> {
  const [{ days }, partitions, upkeep] = await Promise.all([
    getRetention(),
    listBodyDays(),
    db().upkeep.findUnique({ where: { task: "retention" } }),
  ]);
  const filled = await keepFilled(partitions.days.map(({ acceptedOn }) => acceptedOn));
  const lastDay = days === null ? "" : lastDayOver(days, now);
  const kept = partitions.days
    .filter(({ acceptedOn }) => filled.has(acceptedOn))
    .map(({ acceptedOn, bytes }) => ({ acceptedOn, bytes, isOverLimit: acceptedOn <= lastDay }));
  return {
    days,
    kept: kept.toReversed(),
    totalBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) + partitions.defaultBytes,
    unpartitionedBytes: partitions.defaultBytes,
    tidiedAt: upkeep?.finishedAt?.toISOString() ?? null,
    fault: upkeep?.fault ?? null,
  };
}

/** What would be dropped at once under a limit. */
export async function previewDrop(retentionDays: number, now: Date): Promise<DropPreview> {
  const lastDay = lastDayOver(retentionDays, now);
  const { days } = await listBodyDays();
  const over = days.filter(({ acceptedOn }) => acceptedOn <= lastDay);
  const may = mayGo(await readNeed(prismaOn(backgroundPool())));
  const going = await keepFilled(
    over.map(({ acceptedOn }) => acceptedOn),
    may,
  );
  const [held] = await db().$queryRaw<{ count: number; bytes: number }[]>`
    SELECT count(*)::int AS count, coalesce(sum(bytes), 0)::float AS bytes FROM delivery
    WHERE outcome = 'quarantined' AND accepted_on = ANY(${toList([...going])}::date[])`;
  const bytes = over
    .filter(({ acceptedOn }) => going.has(acceptedOn))
    .reduce((sum, day) => sum + day.bytes, 0);
  return {
    days: going.size,
    bytes: Math.max(0, bytes - (held?.bytes ?? 0)),
    heldBack: held?.count ?? 0,
  };
}

/** Null: the bytes of this delivery were not dropped under the retention. */
export async function getBodyDrop(
  deliveryId: string,
  rereadAt: Date | null,
): Promise<BodyDropView | null> {
  const key = toDeliveryKey(deliveryId);
  if (!key) return null;
  const { acceptedOn } = key;
  // What was held back stays at first, and goes once it was read again and understood.
  const drops = await db().bodyDrop.findMany({
    where: { acceptedOn },
    orderBy: { droppedAt: "asc" },
  });
  const drop = drops.find(({ droppedAt }) => !rereadAt || droppedAt >= rereadAt) ?? drops.at(-1);
  return drop
    ? { droppedAt: drop.droppedAt.toISOString(), retentionDays: drop.retentionDays }
    : null;
}

/** Of these days, those that hold any bytes that fit. One probe a day, never a count. */
async function keepFilled(days: string[], fits = Prisma.sql`true`): Promise<Set<string>> {
  const rows = await db().$queryRaw<{ day: string }[]>`
    SELECT day::text FROM unnest(${toList(days)}::date[]) AS day CROSS JOIN LATERAL (
      SELECT FROM delivery_body AS kept WHERE kept.accepted_on = day AND ${fits} LIMIT 1
    ) AS filled`;
  return new Set(rows.map(({ day }) => day));
}
