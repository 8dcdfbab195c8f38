import type { TranslationOf } from "@/lib/language/texts";
import type { exportTexts } from "./texts.en";

export const exportMenu: TranslationOf<typeof exportTexts> = {
  export: "Export",
  downloadCsv: "CSV herunterladen",
};
