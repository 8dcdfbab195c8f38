import type { TranslationOf } from "@/lib/language/texts";
import type { exportFileTexts } from "./parse-export";

export const exportFile: TranslationOf<typeof exportFileTexts> = {
  formerMember: "Ehemaliges Mitglied",
  at: (moment) => `bei ${moment}`,
};
