import { pagesTexts } from "@/app/texts.en";
import { formatPhoneNumber } from "@/components/format/phone-number";
import type { FoundAnswer, FoundCustomer } from "@/components/palette/items";
import { toRowViewModel } from "@/components/recordings/table/row-view-model";
import { route } from "@/lib/access/gate/route";
import { findCustomers } from "@/lib/customers/customers";
import type { FoundCustomerView } from "@/lib/customers/views";
import { readSearch } from "@/lib/list/list-page";
import { firstPage } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { addSearch, readSearch as readTokens } from "@/lib/recordings/filter/read-search";
import { resolveFilter } from "@/lib/recordings/filter/resolve-dates";
import { listRecordings } from "@/lib/recordings/query/queries";
import { findHits, findNumberHits, markHits, readTerms } from "@/lib/recordings/record/search-text";
import { viewerClock } from "@/lib/settings/time-zone";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";

/** The newest calls and the people that a search finds, a few of each: what takes long is left out. */
export const GET = route({ parse: readSearch }, async ({ input: q, request, viewer }) => {
  if (q === "") return { calls: [], customers: [] } satisfies FoundAnswer;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(longestMs)]);
  const [calls, customers] = await Promise.all([
    inTime(findCalls(q, viewer.userId, signal), signal),
    inTime(findPeople(readTokens(q).rest, signal), signal),
  ]);
  if (request.signal.aborted) return new Response(null, { status: 499 });
  return { calls, customers } satisfies FoundAnswer;
});

/** Whoever types waits no longer. */
const longestMs = 3_000;
const mostCalls = 5;
const mostCustomers = 4;

async function findCalls(
  q: string,
  viewerId: string,
  signal: AbortSignal,
): Promise<FoundAnswer["calls"]> {
  const clock = await viewerClock();
  const read = parseRecordingQuery(new URLSearchParams(addSearch([], readTokens(q))));
  const filter = resolveFilter(read.filter, viewerId, clock);
  const query = { filter, page: { ...firstPage, limit: mostCalls } };
  const [{ rows }, vocabulary] = await Promise.all([
    listRecordings(query, clock, signal),
    readVocabulary(),
  ]);
  const { timeZone, now } = clock;
  return rows.map((row) => toRowViewModel(row, timeZone, now, vocabulary, { q: filter.q }));
}

async function findPeople(q: string, signal: AbortSignal): Promise<FoundAnswer["customers"]> {
  if (q === "") return [];
  const found = await findCustomers(q, mostCustomers, signal);
  return found.map((person) => toFoundCustomer(person, q));
}

/** As they are known: by their number, or by the address that was searched for. */
function toFoundCustomer(person: FoundCustomerView, q: string): FoundCustomer {
  const { id, name, phoneNumber, email, calls } = person;
  const terms = readTerms(q);
  const mark = (text: string, hits = findHits(text, terms)) =>
    markHits(text, [...hits.values()].flat());
  const named = mark(name);
  const shown = formatPhoneNumber(phoneNumber);
  const number = mark(shown, findNumberHits(shown, phoneNumber, terms));
  const address = mark(email ?? "");
  const isByAddress = named.length === 1 && number.length === 1 && address.length > 1;
  return {
    id,
    calls,
    name: name === "" ? [pagesTexts().noName] : named,
    contact: isByAddress ? address : number,
  };
}

/** Null for what was not found in time. */
async function inTime<Found>(found: Promise<Found>, signal: AbortSignal): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
