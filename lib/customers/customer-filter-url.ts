import {
  cleanText,
  maxSearchLength,
  parseBoolean,
  parseLimit,
  readValue,
  type UnreadParameter,
} from "@/lib/recordings/filter/filter-url";
import { newParameterReader } from "@/lib/recordings/filter/read-parameter";
import { writeValue } from "@/lib/recordings/filter/write-value";
import { parseCustomerCursor } from "./customer-cursor";
import {
  type CustomerFilter,
  type CustomerQuery,
  customerSortSchema,
  firstCustomerPage,
} from "./customer-filter";

/** Reads the URL of the list of people. Never throws: what can't be read is left out and reported. */
export function parseCustomerQuery(
  parameters: URLSearchParams,
): CustomerQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const read = newParameterReader(parameters, unread);
  const filter: CustomerFilter = {
    q: cleanText((parameters.get("q") ?? "").slice(0, maxSearchLength)).trim(),
    types: parseTypes(parameters),
    confirmed: read("confirmed", parseBoolean),
    phoneOk: read("phone_ok", parseBoolean),
    contradictions: read("contradictions", parseBoolean),
  };
  const sort = read("sort", (value) => customerSortSchema.safeParse(value).data) ?? "-last_call";
  const isCursor = (value: string) => (parseCustomerCursor(value, sort) ? value : undefined);
  const after = read("after", isCursor);
  const page = {
    sort,
    after,
    before: after === null ? read("before", isCursor) : null,
    limit: read("limit", parseLimit) ?? firstCustomerPage.limit,
  };
  return { filter, page, unread };
}

/** The inverse of `parseCustomerQuery`: what equals a default is left out. */
export function writeCustomerQuery({ filter, page }: CustomerQuery): URLSearchParams {
  const parameters = new URLSearchParams(
    filter.types.map((type): [string, string] => ["type", writeValue(type)]),
  );
  const single: [string, string | number | boolean | null][] = [
    ["q", filter.q || null],
    ["confirmed", filter.confirmed],
    ["phone_ok", filter.phoneOk],
    ["contradictions", filter.contradictions],
    ["sort", page.sort === firstCustomerPage.sort ? null : page.sort],
    ["after", page.after],
    ["before", page.before],
    ["limit", page.limit === firstCustomerPage.limit ? null : page.limit],
  ];
  for (const [name, value] of single) {
    if (value !== null) parameters.set(name, String(value));
  }
  return parameters;
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
