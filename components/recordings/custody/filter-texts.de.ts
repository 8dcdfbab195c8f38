import type { TranslationOf } from "@/lib/language/texts";
import type { protectedFilterTexts } from "./filter-texts.en";

export const protectedFilter: TranslationOf<typeof protectedFilterTexts> = {
  title: "Vor Löschung geschützt",
};
