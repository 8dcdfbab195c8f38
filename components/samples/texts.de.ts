import type { TranslationOf } from "@/lib/language/texts";
import type { samplesTexts } from "./sample-data";

export const samples: TranslationOf<typeof samplesTexts> = {
  sampleData: "Beispieldaten",
  notice: "Beispieldaten:",
  madeUp: "Diese Liste enthält erfundene Anrufe.",
  remove: "Beispieldaten entfernen",
  removing: "Wird entfernt …",
  load: "Beispielanrufe laden",
  loading: "Wird geladen …",
  copyCommand: "curl-Befehl kopieren",
};
