import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { soundCustodyTexts } from "./sound-texts.en";

export const soundCustody: TranslationOf<typeof soundCustodyTexts> = {
  removedBy: (days) =>
    `Nach ${countFormat.format(days)} ${days === 1 ? "Tag" : "Tagen"} durch die Aufbewahrungsregel entfernt. Wenn Sie es erneut abrufen, bleibt es noch einmal so lange.`,
  removedFile: "Entfernte Datei",
  copySha256: "SHA-256 kopieren",
  quotaFull:
    "Das Kontingent für Audio ist ausgeschöpft. Der Abruf geht weiter, sobald wieder Platz ist.",
  source: "Quelle",
  sourceHasIt: "Hat die Datei noch",
  sourceGone: "Hat die Datei nicht mehr",
  sourceNotAsked: "Noch nicht geprüft",
  checked: "geprüft {at}",
  sourceGoneSince: (since) =>
    `Seit ${since} meldet die Quelle, dass es die Datei nicht mehr gibt. Die Kopie hier ist vielleicht die einzige.`,
  deletion: "Löschung",
  protected: "Geschützt",
  notProtected: "Nicht geschützt",
  protectedBy: (name) => `von ${name || "einem ehemaligen Mitglied"}, {at}`,
  protect: "Vor Löschung schützen",
  unprotect: "Schutz aufheben",
  saving: "Wird gespeichert …",
  protectionCovers:
    "Die Aufbewahrungsregel entfernt weder das Audio dieses Anrufs noch seine früheren Dateien. Für rohe Payloads gilt eine eigene Aufbewahrungsdauer.",
  damaged: "Beschädigt",
  missing: "Fehlt",
};
