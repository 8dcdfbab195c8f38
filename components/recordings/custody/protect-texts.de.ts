import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { protectTexts } from "./protect-texts.en";

const calls = (count: number) => `${countFormat.format(count)} ${count === 1 ? "Anruf" : "Anrufe"}`;

export const protectCalls: TranslationOf<typeof protectTexts> = {
  protection: "Schützen",
  covers: "Keine Aufbewahrungsregel entfernt das Audio geschützter Anrufe.",
  protect: "Vor Löschung schützen",
  unprotect: "Schutz aufheben",
  protected: (count) => `${calls(count)} geschützt`,
  unprotected: (count) => `${calls(count)} nicht mehr geschützt`,
  unchanged: "Nichts zu ändern",
  notSaved: (saved) =>
    saved === 0
      ? "Nicht gespeichert: Der Server antwortet nicht."
      : `Nur für ${calls(saved)} gespeichert: Der Server antwortet nicht.`,
};
