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
    recording: { name: "Recording", hint: "Id of a recording in the delivery" },
    address: { name: "Address", hint: "IP address of the sender" },
    secret: { name: "Secret", hint: "First 12 digits of its hash" },
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
  noneUnderstood: "None readable",
  things: "deliveries",
  advice: "Remove a filter, or clear them all.",
  showUrl: "Show the webhook URL",
  nothingHeld: {
    title: "Nothing quarantined",
    text: "Every record was read successfully.",
  },
  noneYet: {
    title: "No deliveries yet",
    text: "Register Earshot’s webhook URL with your calling service. Everything it sends is kept here, readable or not.",
  },
  oversized: {
    title: "Rejected for size",
    description: "Larger than MAX_BODY_BYTES. The size, the hash and the first 64 KiB are kept.",
    read: (bytes: bigint) => `${countFormat.format(bytes)} bytes read`,
    readOf: (bytes: bigint, declared: bigint) =>
      `${countFormat.format(bytes)} bytes read of ${countFormat.format(declared)}`,
    from: "from {address}, SHA-256 {hash}",
  },
});
