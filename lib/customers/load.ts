import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { findContradictions } from "@/lib/recordings/detail/person-sql";
import { emptyFilter, type RecordingPage } from "@/lib/recordings/filter/filter";
import { listRecordings } from "@/lib/recordings/query/queries";
import type { ContradictionView, RecordingListView } from "@/lib/recordings/views/views";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { findMatches, getPersonHistory, listCustomerTypes } from "./customers";
import { listCustomers } from "./customers-sql";
import { getPerson, listAttempts } from "./person-sql";
import type {
  AttemptView,
  CustomerListView,
  CustomerQuery,
  MatchView,
  PersonHistoryView,
  PersonView,
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
export async function loadPerson(id: string): Promise<PersonView | null> {
  await requireViewer();
  return getPerson(id);
}

/** A page of the calls that are this person's today. */
export async function loadCallsOfPerson(
  id: string,
  page: RecordingPage,
): Promise<RecordingListView> {
  await requireViewer();
  const filter = { ...emptyFilter, customer: { include: [id], exclude: [] } };
  return listRecordings({ filter, page }, { timeZone: await viewerTimeZone() });
}

/** The newest calls of this person, oldest first. */
export async function loadAttempts(id: string): Promise<AttemptView[]> {
  await requireViewer();
  return listAttempts(id);
}

export async function loadPersonHistory(id: string): Promise<PersonHistoryView> {
  await requireViewer();
  return getPersonHistory(id);
}

export async function loadContradictions(id: string): Promise<ContradictionView[]> {
  await requireViewer();
  return findContradictions(id);
}

export async function loadMatches(person: PersonView): Promise<MatchView[]> {
  await requireViewer();
  return findMatches(person);
}
