import {
  cleanText,
  isInstantKey,
  type KeyCursor,
  type ListPage,
  type ListPlace,
  newParameterReader,
  parseBoolean,
  parseKeyCursor,
  readPlace,
  readSearch,
  readValue,
  type UnreadParameter,
  writeSingle,
  writeValue,
} from "@/lib/list/list-page";
import { defaultLimit } from "@/lib/recordings/filter/filter";
import type { CustomerView, ExtraListView, FieldChangeView } from "@/lib/recordings/views/views";

/** A line of the list of people. Instants are ISO 8601 in UTC. */
export type CustomerRowView = {
  id: string;
  name: string;
  phoneNumber: string;
  /** Null, here and in `isConfirmed`: not known. */
  isPhoneNumberCorrect: boolean | null;
  email: string | null;
  type: string | null;
  isConfirmed: boolean | null;
  /** Whether two calls say different things of the customer. */
  isContradictory: boolean;
  calls: number;
  /** Null: there is no call. */
  lastCall: { at: string; status: string } | null;
};

/** Somebody whom a search finds. */
export type FoundCustomerView = Pick<
  CustomerRowView,
  "id" | "name" | "phoneNumber" | "email" | "calls"
>;

export type CustomerListView = ListPage<CustomerRowView> & {
  /** Counted up to a limit. */
  total: { count: number; isMore: boolean };
};

/** One customer, as the newest delivery that named them tells it. */
export type CustomerDetailView = CustomerView & {
  extra: ExtraListView;
  /** The delivery that told it; null: that is not known any more. */
  deliveryId: string | null;
  /** Whether two calls say different things of the customer. */
  isContradictory: boolean;
  calls: number;
  lastCallAt: string | null;
  firstSeenAt: string;
  changedAt: string;
};

/** One call of a customer among all of theirs. */
export type AttemptView = { id: string; createdAt: string; status: string };

/** How what is known of a customer came about, newest first. */
export type CustomerHistoryView = {
  entries: CustomerChangeView[];
  /** Whether the first entry of all is among them; otherwise there are older ones. */
  isFromBeginning: boolean;
};

export type CustomerChangeView = {
  recordingId: string;
  deliveryId: string;
  acceptedAt: string;
  /** Null: this is the first that was heard of them. */
  changes: FieldChangeView[] | null;
  /** When the customer's data was the same before; null: never, as far as is known. */
  backTo: string | null;
};

/** Somebody else with the same phone number. */
export type MatchView = {
  id: string;
  name: string;
  /** As it was written. */
  phoneNumber: string;
  email: string | null;
  calls: number;
  isSameName: boolean;
};

/** Which people are asked for. */
export type CustomerFilter = {
  q: string;
  /** Any of these; null is "no type", an empty list is any. */
  types: (string | null)[];
  confirmed: boolean | null;
  phoneOk: boolean | null;
  /** Whether calls say different things of the customer. */
  contradictions: boolean | null;
};

const customerSorts = ["-last_call", "last_call", "-calls", "calls", "name", "-name"] as const;
export type CustomerSort = (typeof customerSorts)[number];

export type CustomerPage = ListPlace & { sort: CustomerSort };
export type CustomerQuery = { filter: CustomerFilter; page: CustomerPage };

export const emptyCustomerFilter: CustomerFilter = {
  q: "",
  types: [],
  confirmed: null,
  phoneOk: null,
  contradictions: null,
};

export const firstCustomerPage: CustomerPage = {
  sort: "-last_call",
  after: null,
  before: null,
  limit: defaultLimit,
};

/** Reads the URL of the list of people. Never throws: what can't be read is left out and reported. */
export function parseCustomerQuery(
  parameters: URLSearchParams,
): CustomerQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const read = newParameterReader(parameters, unread);
  const filter: CustomerFilter = {
    q: readSearch(parameters),
    types: parseTypes(parameters),
    confirmed: read("confirmed", parseBoolean),
    phoneOk: read("phone_ok", parseBoolean),
    contradictions: read("contradictions", parseBoolean),
  };
  const sort = read("sort", (value) => customerSorts.find((one) => one === value)) ?? "-last_call";
  const page = {
    sort,
    ...readPlace(read, (value) => parseCustomerCursor(value, sort), firstCustomerPage.limit),
  };
  return { filter, page, unread };
}

/** The inverse of `parseCustomerQuery`: what equals a default is left out. */
export function writeCustomerQuery({ filter, page }: CustomerQuery): URLSearchParams {
  const parameters = new URLSearchParams(
    filter.types.map((type): [string, string] => ["type", writeValue(type)]),
  );
  return writeSingle(parameters, [
    ["q", filter.q || null],
    ["confirmed", filter.confirmed],
    ["phone_ok", filter.phoneOk],
    ["contradictions", filter.contradictions],
    ["sort", page.sort === firstCustomerPage.sort ? null : page.sort],
    ["after", page.after],
    ["before", page.before],
    ["limit", page.limit === firstCustomerPage.limit ? null : page.limit],
  ]);
}

const maxTypes = 100;

function parseTypes(parameters: URLSearchParams): (string | null)[] {
  const values = parameters
    .getAll("type")
    .slice(0, maxTypes)
    .map(cleanText)
    .filter((value) => value !== "")
    .map((value) => (value === "~" ? null : readValue(value)));
  return [...new Set(values)];
}

/** The key of those who have no call. */
export const neverKey = "never";

/** Keys are microseconds since 1970, a number of calls, or a name. */
export function parseCustomerCursor(text: string, sort: CustomerSort): KeyCursor | undefined {
  const cursor = parseKeyCursor(text);
  if (!cursor || cursor.id === "") return undefined;
  const { key } = cursor;
  if (sort.endsWith("name")) return cursor;
  if (sort.endsWith("last_call")) {
    return key === neverKey || isInstantKey(key) ? cursor : undefined;
  }
  return /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) <= 2_147_483_647 ? cursor : undefined;
}
