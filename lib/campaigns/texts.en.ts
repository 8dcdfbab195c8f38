import { texts } from "@/lib/language/texts";

export const campaignListTexts = texts("campaignList", {
  /** What a search finds the calls of no campaign by. */
  noCampaign: "No campaign",
});
