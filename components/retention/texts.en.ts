import { counted, countFormat, formatBounded, formatSize } from "@/components/format/numbers";
import type { BoundedCount } from "@/lib/audio/kept/views";
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
    `This deletes ${counted(days, "day", "days")} of raw payloads now: about ${size}`,
  cannotRestore:
    "They can’t be restored, and these deliveries can’t be reprocessed. Their calls and customers stay.",
  cannotRestoreBut: (heldBack: number) =>
    `They can’t be restored, and these deliveries can’t be reprocessed. Their calls and customers stay, and so do the bytes of ${counted(heldBack, "delivery that is", "deliveries that are")} quarantined.`,
  keepAndDrop: (kept: string, dropped: number) =>
    `Keep ${kept} days and delete ${counted(dropped, "day", "days")}`,
  days: "Days",
  size: "Size",
  oldestDay: "Oldest day",
  noneYet: "None yet",
  lastCleanup: "Last cleanup",
  underWay: "In progress",
  /** Why a task did not do all, as it is stored, and its translation. */
  faults: {} as StoredTranslations,
  notAllGone: (fault: string) => `Couldn’t delete everything: ${fault}. Retrying hourly.`,
  byPeriod: "By period",
  daysInUtc: "Days in UTC",
  stillNeeded: "Still needed",
  olderPeriods: (periods: number) => `And ${counted(periods, "older period", "older periods")}. `,
  inNoPeriod: (size: string) => `${size} belong to none of these periods.`,
});

const calls = (count: number) => counted(count, "call", "calls");
const files = (count: number) => counted(count, "file", "files");
const days = (count: number) => counted(count, "day", "days");

export const retentionAudioTexts = texts("retentionAudio", {
  title: "Audio",
  description:
    "Earshot keeps a copy of each call’s audio. A quota stops fetching and deletes nothing; a retention period deletes what has been kept longer. Protected calls keep their audio.",
  notKept: "Earshot doesn’t keep audio here: AUDIO_STORE is none.",
  quota: "Quota",
  quotaHint: "Leave empty for no limit.",
  gigabytes: "GB",
  keepFor: "Keep audio for",
  keepHint: "Counted from when a file was fetched. Leave empty to keep it forever.",
  days: "days",
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  quotaFault:
    "Enter a number of GB from 0.001 to 1000000, without thousands separators, or leave it empty.",
  daysFault: "Enter a whole number of days from 1 to 3650, or leave it empty.",
  counting: "Counting…",
  noPreview: "Couldn’t load the preview. It’s shown again when you save.",
  removes: (count: number, bytes: number, oldest: string) =>
    `Removes the audio of ${calls(count)} (${formatSize(bytes)}), the oldest from ${oldest}`,
  removesNothing: "Removes nothing now.",
  removesAtLeast: (count: number, bytes: number, oldest: string) =>
    `Removes the audio of more than ${calls(count)} (at least ${formatSize(bytes)}), the oldest from ${oldest}`,
  removesMany: "Removes more than can be counted in a few seconds.",
  keepsProtected: (count: number) =>
    `${countFormat.format(count)} protected ${count === 1 ? "call keeps its own" : "calls keep theirs"}`,
  fits: (bytes: number) => `${formatSize(bytes)} more will fit.`,
  stops: (bytes: number) =>
    bytes === 0
      ? "The quota is reached: fetching stops until there is room. Nothing is deleted."
      : `Already ${formatSize(bytes)} over the quota: fetching stops until there is room. Nothing is deleted.`,
  keepsAll: "Keeps all audio.",
  confirmTitle: "Check before you save",
  cannotRestore:
    "Deleted audio can only be fetched again while its source has it. Calls, notes and transcripts stay.",
  confirmRemoval: (count: number) => `Save and remove the audio of ${calls(count)}`,
  confirmMany: "Save and remove this audio",
  confirm: "Save anyway",
  kept: "Kept",
  keptFiles: (count: number, bytes: number) => `${files(count)}, ${formatSize(bytes)}`,
  space: "Space",
  noQuota: "No quota",
  spaceLeft: (bytes: number) => `${formatSize(bytes)} left`,
  quotaReached: "Quota reached",
  quotaReachedHint: "New calls are accepted as usual; their audio waits until there is room.",
  waiting: "Waiting to be fetched",
  protectedCalls: "Protected from deletion",
  callCount: (count: BoundedCount) =>
    `${formatBounded(count)} ${count.count === 1 ? "call" : "calls"}`,
  removed: "Removed in the last 30 days",
  nothing: "None",
  cleanup: "Last cleanup",
  verified: "Hashes last verified",
  sources: "Sources last checked",
  never: "Not yet",
  notDone: (fault: string) => `Not finished: ${fault}.`,
  changed: "Limits last changed",
  neverChanged: "Never",
  changedBy: (name: string) => `{at} by ${name || "a former member"}`,
  damagedTitle: (damaged: BoundedCount) =>
    damaged.count === 1
      ? "1 file no longer matches its hash"
      : `${formatBounded(damaged)} files no longer match their hashes`,
  damagedMore: "and others; “npm run audio -- verify” reads every kept file and lists all of them.",
  damagedHint:
    "Damaged files are set aside and can’t be played. Earshot fetches each one again if its source still has it.",
  missing: "missing",
  changedFile: "changed",
  lastWhole: "last whole {at}",
  keepDays: days,
});
