import type { TranslationOf } from "@/lib/language/texts";
import type { sampleLoadingTexts } from "@/lib/samples/samples";
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

export const sampleLoading: TranslationOf<typeof sampleLoadingTexts> = {
  notReached: "Earshot konnte seinen eigenen Webhook nicht erreichen.",
  answered: (status) => `Der Webhook von Earshot antwortete mit ${status}.`,
};
