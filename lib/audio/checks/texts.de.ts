import type { TranslationOf } from "@/lib/language/texts";
import type { soundCheckTexts } from "./texts.en";

export const soundChecks: TranslationOf<typeof soundCheckTexts> = {
  length: "Über eine Minute länger oder kürzer als die verbrauchten Minuten",
  silent: "Nichts ist lauter als Leitungsrauschen (−36 dBFS)",
  near_silent: "Weniger als 5 % sind lauter als Leitungsrauschen (−36 dBFS)",
  one_sided: "Einer von zwei Kanälen ist zu mindestens 98 % stumm",
  same_sound: "Dieselbe Datei, Byte für Byte, wie bei einem anderen Anruf",
  wrong_number_talk: "Die Nummer gilt als falsch, das Audio dauert eine Minute oder länger",
  unanswered: "Laut Status nahm niemand ab, das Audio dauert 10 s oder länger",
  source_gone: "Der Anrufdienst hat die Datei nicht mehr",
};
