import "server-only";
import { forViewers, requireViewer } from "@/lib/access/gate/gate";
import { findContradictions } from "@/lib/recordings/detail/customer";
import { emptyFilter, type RecordingPage } from "@/lib/recordings/filter/filter";
import { listRecordings } from "@/lib/recordings/query/queries";
import type { RecordingListView } from "@/lib/recordings/views/views";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import {
  findMatches,
  getCustomer,
  getCustomerHistory,
  listAttempts,
  listCustomers,
  listCustomerTypes,
} from "./customers";

export const loadCustomerList = forViewers(listCustomers);
export const loadCustomerTypes = forViewers(listCustomerTypes);
/** Null for an id that no customer has. */
export const loadCustomer = forViewers(getCustomer);
/** The newest calls of this customer, oldest first. */
export const loadAttempts = forViewers(listAttempts);
export const loadCustomerHistory = forViewers(getCustomerHistory);
export const loadContradictions = forViewers(findContradictions);
export const loadMatches = forViewers(findMatches);

/** A page of the calls that are this customer's today. */
export async function loadCallsOfCustomer(
  id: string,
  page: RecordingPage,
): Promise<RecordingListView> {
  await requireViewer();
  const filter = { ...emptyFilter, customer: { include: [id], exclude: [] } };
  return listRecordings({ filter, page }, { timeZone: await viewerTimeZone() });
}
