import type { TranslationOf } from "@/lib/language/texts";
import type { campaignListTexts } from "./campaigns";

export const campaignList: TranslationOf<typeof campaignListTexts> = {
  noCampaign: "Keine Kampagne",
};
