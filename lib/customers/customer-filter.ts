import { z } from "zod";
import { isInstantKey, type KeyCursor, parseKeyCursor } from "@/lib/list/cursor";
import {
  cleanText,
  newParameterReader,
  parseBoolean,
  readPlace,
  readSearch,
  readValue,
  type UnreadParameter,
  writeSingle,
  writeValue,
} from "@/lib/list/list-url";
import { defaultLimit } from "@/lib/recordings/filter/filter";

/** Which people are asked for. */
const customerFilterSchema = z.object({
  q: z.string(),
  /** Any of these; null is "no type", an empty list is any. */
  types: z.array(z.string().nullable()),
  confirmed: z.boolean().nullable(),
  phoneOk: z.boolean().nullable(),
  /** Whether calls say different things of the person. */
  contradictions: z.boolean().nullable(),
});

const customerSortSchema = z.enum(["-last_call", "last_call", "-calls", "calls", "name", "-name"]);

export type CustomerFilter = z.infer<typeof customerFilterSchema>;
export type CustomerSort = z.infer<typeof customerSortSchema>;

/** One page of the list: its order, the cursor it starts after or ends before, and its length. */
export type CustomerPage = {
  sort: CustomerSort;
  after: string | null;
  before: string | null;
  limit: number;
};
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
  const sort = read("sort", (value) => customerSortSchema.safeParse(value).data) ?? "-last_call";
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
