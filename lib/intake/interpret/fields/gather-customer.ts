import { canonicalKey, type Member, openObject, placeOf, valuesOf } from "../json/members";
import type { FoundRecord } from "../records/find-records";
import type { Relations } from "../records/surroundings";
import { FieldReader } from "./field-reader";
import { unheard } from "./member-reader";

/** The customer of a record: what is read of it, and what stood beside that. */
export type GatheredCustomer = {
  customer: FieldReader;
  details: FieldReader;
  /** The key that it stood under beside the record, if it did. */
  besideKey: string | null;
};

/**
 * Brings together what a body tells of a record's customer: in the record itself, as one object or
 * flat; by `relationships` and `included`; or beside the record.
 */
export function gatherCustomer(
  call: FieldReader,
  found: FoundRecord,
  relations: Relations,
): GatheredCustomer {
  const path = call.path ? `${call.path}.customer` : "customer";
  const { members, isTold, isFlat, besideKey } = gatherMembers(call, found, relations);
  const customer = new FieldReader(members, path, isTold ? call.remarks : unheard(), ["customer"]);
  const details = gatherDetails(customer, found, relations, isFlat);
  return { customer, details, besideKey };
}

/** In the order of the interface. */
const detailNames = [
  "id",
  "first_name",
  "last_name",
  "phone_number",
  "gender",
  "email",
  "type",
  "is_confirmed",
  "is_phone_number_correct",
];
/** As keys of a call these would name something else, and they tell nothing of a person. */
const ownNames = new Set(["id", "type"]);
const someDetailNames = detailNames.filter((name) => !ownNames.has(name));

function gatherMembers(call: FieldReader, found: FoundRecord, relations: Relations) {
  const { strings, besideCustomer } = found;
  const own = openEach(call.lend("customer"), found);
  const related = relations.take("customer");
  const members = own.members.concat(related?.members ?? []);
  if (related?.members) observe(call, "included");
  const isOwn = hasDetails(members);

  const prefixed = isOwn ? [] : lendPrefixed(call);
  members.push(...prefixed);
  let besideKey: string | null = null;
  const beside =
    !hasDetails(members) && besideCustomer
      ? openObject(besideCustomer.value, placeOf(besideCustomer), strings)
      : undefined;
  if (besideCustomer && beside) {
    for (const member of beside) members.push(member);
    besideKey = besideCustomer.key;
    call.notice("customer", `stood beside the record, as ${placeOf(besideCustomer)}`);
    observe(call, "beside the record");
  }
  const included = hasDetails(members) ? undefined : relations.takeOnlyCustomer();
  if (included) {
    for (const member of included) members.push(member);
    call.notice("customer", "is the only one that is included; taken for this record");
    observe(call, "included");
  }
  if (!hasDetails(members)) members.push(...lendBare(call));

  const isDetailed = hasDetails(members) || hasSomeDetails(prefixed);
  if (related) members.push({ ...related.id, name: "id" });
  for (const member of own.others) {
    if (isDetailed && typeof member.value !== "boolean") members.push({ ...member, name: "id" });
    else call.unexpected("customer", member.value);
  }
  const isFlat = isDetailed && !isOwn && !beside && !included;
  if (isFlat) {
    call.notice("customer", "is told by keys of the call");
    observe(call, "flat");
  }
  const isTold = isDetailed || (own.isObject && !related);
  if (!isTold && own.others.length === 0) {
    if (related) call.missing("customer", "is named in relationships, but not told in included");
    else if (own.isNull) call.unexpected("customer", null);
    else call.missing("customer", "is missing");
  }
  return { members, isTold, isFlat, besideKey };
}

/** What the fields of a call say whose keys begin with `customer_`. */
function lendPrefixed(call: FieldReader): Member[] {
  const fields = [...detailNames, "roster_attachment"].flatMap((name) => [
    ...call.lend(`customer_${name}`, name),
    ...call.lend(`customer_details_${name}`, name),
  ]);
  return [...call.lend("customer_details", "details"), ...fields];
}

/** What fields of the call can only mean of its customer. */
function lendBare(call: FieldReader): Member[] {
  const isTold = ["details", "first_name", "last_name"].some((name) => call.has(name));
  if (!isTold) return [];
  const names = [...detailNames, "details", "roster_attachment"];
  return names.filter((name) => !ownNames.has(name)).flatMap((name) => call.lend(name));
}

function gatherDetails(
  customer: FieldReader,
  found: FoundRecord,
  relations: Relations,
  isFlatInCall: boolean,
): FieldReader {
  const path = `${customer.path}.details`;
  const isFlat = someDetailNames.some((name) => customer.has(name));
  const own = openEach(customer.lend("details"), found);
  for (const { value } of own.others) customer.unexpected("details", value);
  const [relationships] = customer.peek("relationships");
  const followed =
    relations.follow(relationships?.value, "details") ??
    relations.follow(relationships?.value, "customerdetails");
  const members = own.members.concat(followed ?? []);
  if (members.length === 0 && !isFlat) {
    if (own.others.length === 0) customer.missing("details", "is missing");
    return new FieldReader([], path, unheard());
  }
  const told = new Set<string>();
  for (const { name, value } of members) if (value !== null) told.add(name);
  const lent = detailNames.flatMap((name) =>
    told.has(canonicalKey(name)) ? [] : customer.lend(name),
  );
  if (isFlat && members.length === 0 && !isFlatInCall) {
    customer.notice("details", "is missing; its fields were taken from the customer");
    observe(customer, "without details");
  }
  const place = [...customer.place, "details"];
  return new FieldReader(members.concat(lent), path, customer.remarks, place);
}

/** The members of all that are objects; what is none of these. Null says nothing. */
function openEach(given: Member[], { strings }: FoundRecord) {
  let members: Member[] = [];
  const others: Member[] = [];
  let [isObject, isNull] = [false, false];
  for (const member of given) {
    for (const value of valuesOf(member)) {
      const inside = openObject(value, placeOf(member), strings);
      if (inside) {
        members = members.concat(inside);
        isObject = true;
      } else if (value === null) isNull = true;
      else others.push({ ...member, value });
    }
  }
  return { members, others, isObject, isNull };
}

function hasDetails(members: Member[]): boolean {
  return members.some(({ name, value }) => value !== null && detailKeys.has(name));
}

const detailKeys = new Set(["details", "firstname", "lastname"]);

/** Whether one of them is a customer's, if not the name. */
function hasSomeDetails(members: Member[]): boolean {
  return members.some(({ name, value }) => value !== null && someDetailKeys.has(name));
}

const someDetailKeys = new Set(someDetailNames.map(canonicalKey));

function observe(reader: FieldReader, found: string): void {
  reader.remarks.observations.push({ kind: "form", path: ["customer"], found });
}
