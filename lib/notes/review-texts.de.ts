import type { TranslationOf } from "@/lib/language/texts";
import type { reviewTexts } from "./review-texts.en";

export const review: TranslationOf<typeof reviewTexts> = {
  to_review: "Zu prüfen",
  reviewed: "Geprüft",
  flagged: "Beanstandet",
};
