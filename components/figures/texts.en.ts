import { texts } from "@/lib/language/texts";

export const figuresTexts = texts("figures", {
  figures: "Figures",
  calls: "Calls",
  minutes: "Minutes",
  average: "Average length",
  success: "Success share",
  /** A length, as in "5.5 min". */
  lengthInMinutes: (minutes: string) => `${minutes} min`,
  /** Points of percentage, as in "3.1 pts". */
  points: (points: string) => `${points} pts`,
  /** What a figure was in the days before: "120 on 9 Nov 2026 to 15 Nov 2026". */
  before: (figure: string, days: string) => `${figure} on ${days}`,
  unchanged: "unchanged",
  /** For who doesn't see the arrow: "up 25% from 8 on 9 Nov 2026". */
  up: "up",
  down: "down",
  from: (former: string) => `from ${former}`,
  changeSuccess: "Change what counts as success",
  chooseSuccess: "Set up what counts as success",
  setUp: "Set up",
  explanation: "Calls with these statuses count as success, for everyone.",
  saving: "Saving…",
  save: "Save",
});
