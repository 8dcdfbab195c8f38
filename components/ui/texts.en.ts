import { texts } from "@/lib/language/texts";

export const uiTexts = texts("ui", {
  copied: "Copied",
  notCopied: "Could not copy",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  chooseFirstDay: "Choose a first day",
  chooseLastDay: "Now a last day, or the same again",
});
