import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

/** What the server alone writes, and what comes once a row is pointed at or selected. */
export const recordingsTableMoreTexts = texts("recordingsTableMore", {
  select: "Select",
  widthOf: (column: string) => `Width of ${column}`,
  ofArrival: (time: string) =>
    `${time}: arrival time, because the call’s own is missing or can’t be read`,
  heard: {
    you: "You",
    others: (count: number) => `${count} other${count === 1 ? "" : "s"}`,
    and: (people: string, last: string) => `${people} and ${last}`,
    share: (people: string, percent: number) => `${people}, ${percent}%`,
  },
  found: {
    customer: "Customer",
    phone: "Phone",
    summary: "Summary",
    email: "Email",
    callId: "Call id",
    sessionId: "Session id",
    customerId: "Customer id",
    transcript: "Transcript",
  },
  none: "none",
  noCampaign: "No campaign",
  filter: "Filter",
  selectedCalls: "Selected calls",
  selected: (count: number) => `${countFormat.format(count)} selected`,
  copyIds: "Copy ids",
  idsCopied: "Ids copied",
  copyLinks: "Copy links",
  linksCopied: "Links copied",
  notCopied: "Couldn’t copy",
  clearSelection: "Clear selection",
});
