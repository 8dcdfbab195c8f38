import type { RecordingFilter } from "@/lib/recordings/filter/filter";

/** The usual lengths of calls. */
export const minutePresets: { label: string; minutes: RecordingFilter["minutes"] }[] = [
  { label: "1 minute at most", minutes: { least: null, most: 1 } },
  { label: "2 to 5 minutes", minutes: { least: 2, most: 5 } },
  { label: "6 to 15 minutes", minutes: { least: 6, most: 15 } },
  { label: "16 minutes at least", minutes: { least: 16, most: null } },
];
