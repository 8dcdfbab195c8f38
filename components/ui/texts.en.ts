import { texts } from "@/lib/language/texts";

export const uiTexts = texts("ui", {
  copied: "Copied",
  notCopied: "Couldn’t copy",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  chooseFirstDay: "Choose a first day",
  chooseLastDay: "Choose a last day, or the same day again",
});
