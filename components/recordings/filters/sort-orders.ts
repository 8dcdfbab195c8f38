import type { RecordingSort } from "@/lib/recordings/filter/filter";

/** The orders of the list, as people call them. */
export const sortOrders: { sort: RecordingSort; label: string }[] = [
  { sort: "-created_at", label: "Newest first" },
  { sort: "created_at", label: "Oldest first" },
  { sort: "-minutes_used", label: "Longest first" },
  { sort: "minutes_used", label: "Shortest first" },
];
