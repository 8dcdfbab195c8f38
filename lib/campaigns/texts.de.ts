import type { TranslationOf } from "@/lib/language/texts";
import type { campaignListTexts } from "./texts.en";

export const campaignList: TranslationOf<typeof campaignListTexts> = {
  noCampaign: "Keine Kampagne",
};
