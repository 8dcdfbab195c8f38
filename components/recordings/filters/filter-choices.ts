import type { FlagField, RecordingFilter, RecordingSort } from "@/lib/recordings/filter/filter";
import type { RelativeDays } from "@/lib/recordings/filter/relative-days";

/** The usual lengths of calls. */
export const minutePresets: { label: string; minutes: RecordingFilter["minutes"] }[] = [
  { label: "Up to 1 min", minutes: { least: null, most: 1 } },
  { label: "2 to 5 minutes", minutes: { least: 2, most: 5 } },
  { label: "6 to 15 minutes", minutes: { least: 6, most: 15 } },
  { label: "16 min or more", minutes: { least: 16, most: null } },
];

/** The usual days that go with the calendar. */
export const relativePresets: { label: string; days: RelativeDays }[] = [
  { label: "Today", days: "today" },
  { label: "Yesterday", days: "yesterday" },
  { label: "Last 7 days", days: "last-7-days" },
  { label: "Last 14 days", days: "last-14-days" },
  { label: "Last 30 days", days: "last-30-days" },
  { label: "This week", days: "this-week" },
  { label: "Last week", days: "last-week" },
  { label: "This month", days: "this-month" },
  { label: "Last month", days: "last-month" },
  { label: "This year", days: "this-year" },
];

/** The questions of a call that have yes or no for an answer, and their parameters in the address. */
export const yesNoFields: { field: FlagField; parameter: string; label: string }[] = [
  { field: "transcript", parameter: "transcript", label: "Transcript" },
  { field: "confirmed", parameter: "confirmed", label: "Customer confirmed" },
  { field: "phoneOk", parameter: "phone_ok", label: "Phone number correct" },
  { field: "incomplete", parameter: "incomplete", label: "Incomplete" },
];

/** The orders of the list, as people call them. */
export const sortOrders: { sort: RecordingSort; label: string }[] = [
  { sort: "-created_at", label: "Newest first" },
  { sort: "created_at", label: "Oldest first" },
  { sort: "-minutes_used", label: "Longest first" },
  { sort: "minutes_used", label: "Shortest first" },
  { sort: "-changed_at", label: "Last changed first" },
];

/** What one finds on the pages before and after, in each order. */
export const neighbourWords: Record<RecordingSort, { previous: string; next: string }> = {
  "-created_at": { previous: "Newer", next: "Older" },
  created_at: { previous: "Older", next: "Newer" },
  "-minutes_used": { previous: "Previous", next: "Next" },
  minutes_used: { previous: "Previous", next: "Next" },
  "-changed_at": { previous: "Previous", next: "Next" },
  changed_at: { previous: "Previous", next: "Next" },
};
