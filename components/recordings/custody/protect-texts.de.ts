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
  open: "Anrufe schützen …",
  counting: "Wird gezählt …",
  notCounted: "Das ließ sich nicht zählen. Versuchen Sie es erneut.",
  noCalls: "Hier sind keine Anrufe.",
  found: (count, kept, isMore) =>
    `Hier ${count === 1 ? "ist" : "sind"} ${isMore ? "mehr als " : ""}${calls(count)}, ${kept === 0 ? "keiner" : countFormat.format(kept)} davon geschützt.`,
  protectCalls: (count) => `${calls(count)} schützen`,
  unprotectCalls: (count) => `Schutz von ${calls(count).replace(/e$/, "en")} aufheben`,
  protectAll: "Alle Anrufe hier schützen",
  unprotectAll: "Schutz aller Anrufe hier aufheben",
  working: (count) => `Wird gespeichert … Bisher ${calls(count)}. Lassen Sie diese Seite geöffnet.`,
  cancel: "Abbrechen",
  notSaved: (saved) =>
    saved === 0
      ? "Nicht gespeichert: Der Server antwortet nicht."
      : `Nur für ${calls(saved)} gespeichert: Der Server antwortet nicht.`,
};
