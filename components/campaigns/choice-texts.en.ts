import { texts } from "@/lib/language/texts";

export const campaignsChoiceTexts = texts("campaignsChoice", {
  compareBox: (campaign: string) => `Compare ${campaign}`,
  compareCampaigns: "Compare campaigns",
  chosen: (count: number) =>
    count === 1
      ? "1 selected: choose another, or compare two periods"
      : count === 2
        ? "2 selected"
        : `${count} selected: choose at most two`,
  compare: "Compare",
  comparePeriods: "Compare periods",
  clear: "Clear",
});
