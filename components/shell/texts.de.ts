import type { TranslationOf } from "@/lib/language/texts";
import type { shellTexts } from "./texts.en";

export const shell: TranslationOf<typeof shellTexts> = {
  skipToContent: "Zum Inhalt springen",
  skipToList: "Zur Liste springen",
  menu: "Menü",
  main: "Hauptnavigation",
  recordings: "Aufnahmen",
  customers: "Kunden",
  campaigns: "Kampagnen",
  settings: "Einstellungen",
  callingService: "Anrufdienst",
  vocabulary: "Status & Kampagnen",
  tags: "Tags",
  webhooks: "Webhooks",
  retention: "Aufbewahrung",
  members: "Mitglieder",
  audit: "Auditprotokoll",
  signOut: "Abmelden",
  tryAgain: "Erneut versuchen",
  inLog: "Im Serverprotokoll:",
  faults: {
    unforeseen: {
      title: "Diese Seite konnte nicht angezeigt werden",
      text: "Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es erneut; bleibt er bestehen, steht mehr im Serverprotokoll.",
    },
    noDatabase: {
      title: "Die Datenbank ist nicht erreichbar",
      text: "Eintreffende Anrufe werden aufbewahrt und erscheinen, sobald sie wieder da ist; nichts geht verloren. Diese Seite versucht es von selbst erneut. Dauert es an, prüfen Sie, ob PostgreSQL läuft und DATABASE_URL dorthin führt.",
    },
    noServer: {
      title: "Earshot ist nicht erreichbar",
      text: "Der Server antwortet nicht. Diese Seite versucht es von selbst erneut. Dauert es an, prüfen Sie, ob Earshot läuft und ob Sie verbunden sind.",
    },
  },
};
