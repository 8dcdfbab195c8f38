import "server-only";
import { sliceKeysetPage, writeKeyCursor } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import { countRows, type ListedRow, listNewestRows, listRows } from "./customers-sql";
import {
  type CustomerFilter,
  type CustomerListView,
  type CustomerQuery,
  type CustomerRowView,
  type CustomerSort,
  emptyCustomerFilter,
  type FoundCustomerView,
  neverKey,
} from "./views";

/** One page of people, by key: its rows in order, and the cursors of its neighbours. */
export async function listCustomers(query: CustomerQuery): Promise<CustomerListView> {
  const { filter, page } = query;
  const [found, total] = await Promise.all([listRows(query), countCustomers(filter)]);
  const { rows, hasAfter, hasBefore } = sliceKeysetPage(found, page);
  const lastCalls = await db().recording.findMany({
    where: { id: { in: rows.map((row) => row.last_call_id) } },
    select: { id: true, status: true },
  });
  const statuses = new Map(lastCalls.map(({ id, status }) => [id, status]));
  return {
    rows: rows.map((row) => toRowView(row, statuses.get(row.last_call_id) ?? null)),
    total,
    after: hasAfter ? toCursor(rows.at(-1), page.sort) : null,
    before: hasBefore ? toCursor(rows[0], page.sort) : null,
  };
}

/** The people with the newest calls that a search finds. Throws once nobody waits any longer. */
export async function findCustomers(
  q: string,
  limit: number,
  signal: AbortSignal,
): Promise<FoundCustomerView[]> {
  const found = await listNewestRows({ ...emptyCustomerFilter, q }, limit, signal);
  return found.map(({ id, first_name, last_name, phone_number, email, calls }) => ({
    id,
    email,
    calls,
    name: `${first_name} ${last_name}`.trim(),
    phoneNumber: phone_number,
  }));
}

const maxCounted = 10_000;

async function countCustomers(filter: CustomerFilter): Promise<CustomerListView["total"]> {
  const count = await countRows(filter, maxCounted + 1);
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
}

function toCursor(row: ListedRow | undefined, sort: CustomerSort): string | null {
  if (!row) return null;
  const key = sort.endsWith("name")
    ? row.sort_name
    : sort.endsWith("calls")
      ? row.calls
      : (row.last_call_micros ?? neverKey);
  return writeKeyCursor({ key: String(key), id: row.id });
}

function toRowView(row: ListedRow, lastStatus: string | null): CustomerRowView {
  const micros = row.last_call_micros;
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    phoneNumber: row.phone_number,
    isPhoneNumberCorrect: row.is_phone_number_correct,
    email: row.email,
    type: row.type,
    isConfirmed: row.is_confirmed,
    isContradictory: row.is_contradictory,
    calls: row.calls,
    lastCall:
      micros === null
        ? null
        : { at: new Date(Number(micros / 1000n)).toISOString(), status: lastStatus ?? "" },
  };
}
