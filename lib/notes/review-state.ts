import type { ReviewState } from "./views";

export const reviewStates = ["to_review", "reviewed", "flagged"] as const satisfies ReviewState[];

export const reviewLabels: Record<ReviewState, string> = {
  to_review: "To review",
  reviewed: "Reviewed",
  flagged: "Flagged",
};
