import type { TranslationOf } from "@/lib/language/texts";
import type { exportFileTexts } from "./texts.en";

export const exportFile: TranslationOf<typeof exportFileTexts> = {
  formerMember: "Ehemaliges Mitglied",
  at: (moment) => `bei ${moment}`,
};
