import { reviewTexts } from "./review-texts.en";
import type { ReviewState } from "./views";

export const reviewStates = ["to_review", "reviewed", "flagged"] as const satisfies ReviewState[];

/** In the language of who looks when they are read. */
export const reviewLabels: Readonly<Record<ReviewState, string>> = {
  get to_review() {
    return reviewTexts().to_review;
  },
  get reviewed() {
    return reviewTexts().reviewed;
  },
  get flagged() {
    return reviewTexts().flagged;
  },
};
