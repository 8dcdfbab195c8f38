import type { TranslationOf } from "@/lib/language/texts";
import type { pageFaultTexts } from "./page-fault";
import type { shellTexts } from "./shell";

export const shell: TranslationOf<typeof shellTexts> = {
  skipToNavigation: "Zur Navigation springen",
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
  sessions: "Ihre Sitzungen",
  signOut: "Abmelden",
};

export const pageFault: TranslationOf<typeof pageFaultTexts> = {
  tryAgain: "Erneut versuchen",
  inLog: "Im Serverprotokoll:",
  kept: {
    unforeseen:
      "Darunter steht die Liste wie zuvor. Versuchen Sie es erneut, oder wählen Sie etwas anderes.",
    noDatabase:
      "Darunter steht die Liste wie zuvor. Neue Anrufe werden aufbewahrt, und Ihre Auswahl erscheint, sobald die Datenbank wieder da ist.",
    noServer:
      "Darunter steht die Liste wie zuvor. Ihre Auswahl erscheint, sobald Earshot wieder antwortet.",
  },
  faults: {
    unforeseen: {
      title: "Diese Seite konnte nicht angezeigt werden",
      text: "Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es erneut; tritt er wieder auf, sehen Sie im Serverprotokoll nach.",
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
