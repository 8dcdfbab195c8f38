import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { noMatchTexts } from "./no-match-texts.en";

export const noMatch: TranslationOf<typeof noMatchTexts> = {
  offers: "Anrufe ohne einen Filter",
  without: (filter, calls) =>
    `Ohne „${filter}“: ${countFormat.format(calls)} ${calls === 1 ? "Anruf" : "Anrufe"}`,
};
