import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { heardTexts } from "./texts.en";

export const heard: TranslationOf<typeof heardTexts> = {
  heardBy: "Gehört von",
  nobody: "Diesen Anruf hat noch niemand angehört. Er gilt nach 3 Sekunden als gehört.",
  more: (people) =>
    `Und ${countFormat.format(people)} weitere ${people === 1 ? "Person" : "Personen"}.`,
  formerMember: "Ehemaliges Mitglied",
  you: "(Sie)",
  heardOf: (heard, length, percent) => `${heard} von ${length}, ${percent}`,
  moreStretches: (count) => `und ${countFormat.format(count)} kürzere`,
  listens: (count) => `${countFormat.format(count)}-mal angehört, zuletzt {at}`,
  notFound: "Der nächste Anruf ließ sich nicht finden. Versuchen Sie es gleich noch einmal.",
  noneUnheard: "Keine ungehörten Anrufe in dieser Liste.",
};
