import { texts } from "@/lib/language/texts";

export const languageTexts = texts("language", {
  language: "Language",
  automatic: "Browser language",
});
