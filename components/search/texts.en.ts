import { texts } from "@/lib/language/texts";

export const searchTexts = texts("search", {
  recordings: "Search recordings",
  placeholder: "Search name, phone, email, summary",
  clear: "Clear search",
});
