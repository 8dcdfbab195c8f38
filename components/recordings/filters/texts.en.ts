import { texts } from "@/lib/language/texts";

/** What the list's first scripts say of filters, and the menus at values. */
export const filterTexts = texts("recordingFilters", {
  atLeast: "At least",
  atMost: "At most",
  apply: "Apply",
  none: "none",
  filterBy: (field: string, value: string) => `Filter by ${field.toLowerCase()}: ${value}`,
  showOnly: "Show only {value}",
  exclude: "Exclude {value}",
});
