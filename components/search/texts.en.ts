import { texts } from "@/lib/language/texts";

export const searchTexts = texts("search", {
  recordings: "Search recordings",
  placeholder: "Search calls",
  clear: "Clear search",
});
