import { texts } from "@/lib/language/texts";

export const reviewTexts = texts("review", {
  to_review: "To review",
  reviewed: "Reviewed",
  flagged: "Flagged",
});
