import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const deliveriesLogTexts = texts("deliveriesLog", {
  deliveries: "Deliveries",
  all: "All",
  quarantine: "Quarantine",
  filters: "Filters",
  outcome: "Outcome",
  date: "Date",
  texts: {
    recording: { name: "Recording", hint: "The id of a recording that it carried" },
    address: { name: "Address", hint: "Where it was sent from" },
    secret: { name: "Secret", hint: "The first 12 digits of its hash" },
  },
  is: "is",
  from: "from",
  until: "until",
  span: (from: string, to: string) => `${from} to ${to}`,
  outcomes: {
    pending: "Pending",
    stored: "Stored",
    unchanged: "Unchanged",
    superseded: "Superseded",
    quarantined: "Quarantined",
  },
  columns: {
    time: "Time",
    outcome: "Outcome",
    records: "Records",
    bytes: "Bytes",
    address: "Address",
    problem: "First problem",
  },
  bytesAfter: " bytes",
  unknown: "unknown",
  noneFound: "None found",
  noneUnderstood: "None understood",
  things: "deliveries",
  advice: "Remove a filter, or clear them all.",
  showUrl: "Show the webhook URL",
  nothingHeld: {
    title: "Nothing quarantined",
    text: "Every record of every delivery was understood.",
  },
  noneYet: {
    title: "No deliveries yet",
    text: "Register Earshot’s webhook URL with your calling service. Whatever it sends is kept here, understood or not.",
  },
  oversized: {
    title: "Refused for their size",
    description: "Larger than MAX_BODY_BYTES. The size, the hash and the first 64 KiB are kept.",
    read: (bytes: bigint) => `${countFormat.format(bytes)} bytes read`,
    readOf: (bytes: bigint, declared: bigint) =>
      `${countFormat.format(bytes)} bytes read of ${countFormat.format(declared)}`,
    from: "from {address}, SHA-256 {hash}",
  },
});
