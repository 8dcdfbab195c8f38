import type { TranslationOf } from "@/lib/language/texts";
import type { campaignsChoiceTexts } from "./choice-texts.en";

export const campaignsChoice: TranslationOf<typeof campaignsChoiceTexts> = {
  compareBox: (campaign) => `${campaign} vergleichen`,
  compareCampaigns: "Kampagnen vergleichen",
  chosen: (count) =>
    count === 1
      ? "1 ausgewählt: Wählen Sie noch eine, oder vergleichen Sie Zeiträume"
      : count === 2
        ? "2 ausgewählt"
        : `${count} ausgewählt: Wählen Sie höchstens zwei`,
  compare: "Vergleichen",
  comparePeriods: "Zeiträume vergleichen",
  clear: "Aufheben",
};
