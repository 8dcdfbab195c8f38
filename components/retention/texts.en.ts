import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";
import type { StoredTranslations } from "@/lib/language/translate-stored";

export const retentionTexts = texts("retention", {
  keepPayloads: "Keep raw payloads",
  keepFor: "for",
  daysField: "Days",
  keepDays: "days",
  keepForever: "forever",
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  deletesNow: (days: number, size: string) =>
    `This deletes ${countOf(days, "day", "days")} of raw payloads now: about ${size}`,
  cannotRestore:
    "They can’t be restored, and these deliveries can’t be reprocessed. Their calls and customers stay.",
  cannotRestoreBut: (heldBack: number) =>
    `They can’t be restored, and these deliveries can’t be reprocessed. Their calls and customers stay, and so do the bytes of ${countOf(heldBack, "delivery that is", "deliveries that are")} quarantined.`,
  keepAndDrop: (kept: string, dropped: number) =>
    `Keep ${kept} days and delete ${countOf(dropped, "day", "days")}`,
  days: "Days",
  size: "Size",
  oldestDay: "Oldest day",
  noneYet: "None yet",
  lastCleanup: "Last cleanup",
  underWay: "In progress",
  /** Why a task did not do all, as it is stored, and its translation. */
  faults: {} as StoredTranslations,
  notAllGone: (fault: string) => `Couldn’t delete everything: ${fault}. Retrying hourly.`,
  dayByDay: "Day by day",
  dayInUtc: "Day in UTC",
  stillNeeded: "Still needed",
  olderDays: (days: number) => `And ${countFormat.format(days)} older days. `,
  inNoDay: (size: string) => `${size} belong to no single day.`,
});

function countOf(number: number, one: string, many: string): string {
  return `${countFormat.format(number)} ${number === 1 ? one : many}`;
}
