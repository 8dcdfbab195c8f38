import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { findContradictions } from "@/lib/recordings/detail/customer";
import { emptyFilter, type RecordingPage } from "@/lib/recordings/filter/filter";
import { listRecordings } from "@/lib/recordings/query/queries";
import type { ContradictionView, RecordingListView } from "@/lib/recordings/views/views";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { findMatches, getCustomerHistory, listCustomerTypes } from "./customers";
import { getCustomer, listAttempts } from "./get-customer";
import { listCustomers } from "./list-customers";
import type {
  AttemptView,
  CustomerDetailView,
  CustomerHistoryView,
  CustomerListView,
  CustomerQuery,
  MatchView,
} from "./views";

export async function loadCustomerList(query: CustomerQuery): Promise<CustomerListView> {
  await requireViewer();
  return listCustomers(query);
}

export async function loadCustomerTypes(): Promise<string[]> {
  await requireViewer();
  return listCustomerTypes();
}

/** Null for an id that no customer has. */
export async function loadCustomer(id: string): Promise<CustomerDetailView | null> {
  await requireViewer();
  return getCustomer(id);
}

/** A page of the calls that are this customer's today. */
export async function loadCallsOfCustomer(
  id: string,
  page: RecordingPage,
): Promise<RecordingListView> {
  await requireViewer();
  const filter = { ...emptyFilter, customer: { include: [id], exclude: [] } };
  return listRecordings({ filter, page }, { timeZone: await viewerTimeZone() });
}

/** The newest calls of this customer, oldest first. */
export async function loadAttempts(id: string): Promise<AttemptView[]> {
  await requireViewer();
  return listAttempts(id);
}

export async function loadCustomerHistory(id: string): Promise<CustomerHistoryView> {
  await requireViewer();
  return getCustomerHistory(id);
}

export async function loadContradictions(id: string): Promise<ContradictionView[]> {
  await requireViewer();
  return findContradictions(id);
}

export async function loadMatches(customer: CustomerDetailView): Promise<MatchView[]> {
  await requireViewer();
  return findMatches(customer);
}
