import "server-only";
import { db } from "@/lib/platform/database/db";
import { readCustomerExtra } from "@/lib/recordings/detail/customer";
import { findCustomerRow } from "./customer-detail-sql";
import type { AttemptView, CustomerDetailView } from "./views";

/** What is known of one customer, as far as a page can show it; null when there is none of this id. */
export async function getCustomer(id: string): Promise<CustomerDetailView | null> {
  if (id.includes("\0") || !id.isWellFormed()) return null;
  const [row, newCalls, extra] = await Promise.all([
    findCustomerRow(id),
    countNewCalls([id]),
    readCustomerExtra(id),
  ]);
  if (!row) return null;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    gender: row.gender,
    email: row.email,
    type: row.type,
    isConfirmed: row.is_confirmed,
    isPhoneNumberCorrect: row.is_phone_number_correct,
    extra,
    deliveryId: await findNaming(id, row.accepted_seq),
    isContradictory: row.is_contradictory,
    calls: row.calls + (newCalls.get(id) ?? 0),
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    firstSeenAt: row.first_seen_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

/** The delivery of this sequence, which names the customer; null: it is no longer known. */
async function findNaming(customerId: string, acceptedSeq: bigint): Promise<string | null> {
  const select = { deliveryId: true };
  const naming =
    (await db().recordingDelivery.findFirst({ where: { customerId, acceptedSeq }, select })) ??
    (await db().recordingVersion.findFirst({
      where: { customerId, firstSeq: acceptedSeq },
      select,
    }));
  return naming?.deliveryId ?? null;
}

/** By customer, the calls that came and aren't counted in their row yet. */
export async function countNewCalls(customerIds: string[]): Promise<Map<string, number>> {
  const changes = await db().customerCallsChange.groupBy({
    by: ["customerId"],
    where: { customerId: { in: customerIds } },
    _sum: { calls: true },
  });
  return new Map(changes.map(({ customerId, _sum }) => [customerId, _sum.calls ?? 0]));
}

/** The newest 60 calls that are a customer's today, oldest first. */
export async function listAttempts(customerId: string): Promise<AttemptView[]> {
  const calls = await db().recording.findMany({
    where: { customerId },
    select: { id: true, createdAt: true, status: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostAttempts,
  });
  return calls
    .map(({ createdAt, ...call }) => ({ ...call, createdAt: createdAt.toISOString() }))
    .reverse();
}

const mostAttempts = 60;
