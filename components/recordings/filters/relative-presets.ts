import type { RelativeDays } from "@/lib/recordings/filter/relative-days";

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
