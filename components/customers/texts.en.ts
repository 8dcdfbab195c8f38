import { counted, countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const customersTexts = texts("customers", {
  title: "Customers",
  count: (told: string, isOne: boolean) => `${told} ${isOne ? "customer" : "customers"}`,
  search: "Search customers",
  searchIn: "Search name, phone, email, id",
  type: "Type",
  noType: "No type",
  flags: {
    contradictions: "Contradictions",
    phoneOk: "Phone number correct",
    confirmed: "Confirmed",
  },
  any: "Any",
  yes: "Yes",
  no: "No",
  chips: {
    typeIs: "is",
    flagIs: "is",
    yes: "yes",
    no: "no",
  },
  orders: {
    "-last_call": "Latest call first",
    last_call: "Longest without a call first",
    "-calls": "Most calls first",
    calls: "Fewest calls first",
    name: "Name, A to Z",
    "-name": "Name, Z to A",
  },
  columns: {
    name: "Name",
    phoneNumber: "Phone number",
    email: "Email",
    calls: "Calls",
    lastCall: "Last call",
    flags: "Flags",
  },
  noName: "No name",
  noEmail: "No email",
  calls: (count: number): string => (count === 1 ? "call" : "calls"),
  never: "Never",
  contradictions: "Contradictions",
  phoneWrong: "Phone wrong",
  things: "customers",
  removeFilter: "Remove a filter, or clear them all.",
  noneYet: "No customers yet",
  whoIsCalled: "Customers appear here with their first call.",
  toRecordings: "Go to recordings",
});

const calls = (count: number) => counted(count, "call", "calls");

export const customersDetailTexts = texts("customersDetail", {
  customers: "Customers",
  calls,
  lastCall: "Last call {at}",
  customer: "Customer",
  fromLatest: "From the latest call.",
  copyCustomerId: "Copy customer id",
  firstSeen: "First seen",
  lastHeardOf: "Last seen",
  attempts: {
    title: "Attempts",
    oneCall: "1 call",
    within: (count: number, span: string) => `${countFormat.format(count)} calls within ${span}`,
    newestWithin: (shown: number, count: number, span: string) =>
      `The newest ${shown} of ${countFormat.format(count)} calls, within ${span}`,
    /** As they stand behind "within". */
    days: (count: number) => `${countFormat.format(count)} days`,
    gap: (days: number) => `${countFormat.format(days)} d`,
    call: (day: string, time: string, status: string) => `${day}, ${time}: ${status}`,
  },
  contradictions: {
    title: "Contradictions",
    count: (n: number) => (n === 1 ? "1 contradiction" : `${n} contradictions`),
    older: "Older calls disagree with newer ones. Review them in Recordings.",
    listen: "Listen to these calls, then correct the wrong details in the calling service.",
    fields: {
      name: "Name",
      phoneNumber: "Phone number",
      phoneNumberCorrect: "Phone number correct",
      email: "Email",
      gender: "Gender",
    },
    /** The name of a field among several. */
    among: (field: string) => field.toLowerCase(),
    moreValues: (count: number) => `And ${count} other values.`,
    inOne: "in one call, {last}",
    inSeveral: (count: number) => `in ${countFormat.format(count)} calls, from {first} to {last}`,
  },
  matches: {
    title: "Probably the same person",
    text: (count: number) =>
      `${count === 1 ? "Another customer has" : "Other customers have"} the same phone number. Earshot keeps them separate; compare their calls.`,
    noName: "No name",
    sameName: "Same name",
  },
  callList: {
    title: "Calls",
    inRecordings: "Show in recordings",
    pastEnd: "This page is past the last call.",
    noneAnyMore: "No calls left: newer deliveries name another customer.",
    firstPage: "First page",
    minutes: "min",
  },
  history: {
    title: "Change history",
    changed: "Changed",
    firstSeen: "First seen",
    backTo: "Returned to the details of {at}.",
    by: "By {call}",
    thisCall: "this call",
    ofListAlone: (count: number) =>
      `${counted(count, "change", "changes")} to the customer list only`,
    nothingChanged: "No changes in the latest deliveries.",
    olderChanges: "Older changes aren’t shown.",
  },
});
