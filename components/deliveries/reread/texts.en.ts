import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const deliveriesRereadTexts = texts("deliveriesReread", {
  reprocess: "Reprocess",
  explanation:
    "Reprocesses stored payloads with the current parser. Older data never replaces newer, and new calls go first.",
  shown: {
    all: "Reprocess all shown here",
    one: "Reprocess the one shown here",
    several: (count: string) => `Reprocess all ${count} shown here`,
  },
  held: {
    all: "Reprocess all quarantined",
    one: "Reprocess the one quarantined",
    several: (count: string) => `Reprocess all ${count} quarantined`,
  },
  refusals: {
    "another-is-open": "Another run is in progress. Let it finish, or discard it.",
    "nothing-matches": "No deliveries match any more.",
  },
  reprocessing: "Reprocessing",
  states: {
    running: "Reprocessing",
    stopped: "Stopped; resumes where it left off",
    done: "Reprocessed",
    discarded: "Partly reprocessed",
  },
  since: (at: string) => `{deliveries}, since ${at}`,
  allDeliveries: "All deliveries",
  stop: "Stop",
  resume: "Resume",
  discard: "Discard",
  deliveriesReprocessed: "Deliveries reprocessed",
  read: (count: number) => `${countFormat.format(count)} read`,
  readOf: (count: number, total: number) =>
    `${countFormat.format(count)} of ${countFormat.format(total)} read`,
  released: (count: number) => `${countFormat.format(count)} released`,
  stillHeld: (count: number) => `${countFormat.format(count)} still quarantined`,
  withoutBytes: (count: number) => `${countFormat.format(count)} without a payload`,
  waiting: (fault: string) => `Waiting to retry: ${fault}`,
});
