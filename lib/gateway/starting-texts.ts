import type { Language } from "@/lib/language/locale";
import type { StoredTranslations } from "@/lib/language/translate-stored";

type StartingTexts = {
  title: string;
  text: string;
  /** What the start says that it is doing. */
  steps: StoredTranslations;
};

/** The page of a start has its own, since nothing else is there yet. */
export const startingTexts: Record<Language, StartingTexts> = {
  en: {
    title: "Earshot is starting",
    text: "Recordings that arrive in the meantime are kept. The dashboard opens here automatically when it’s ready.",
    steps: {},
  },
  de: {
    title: "Earshot startet",
    text: "Aufnahmen, die inzwischen eintreffen, werden aufbewahrt. Diese Seite öffnet sich von selbst, sobald alles bereit ist.",
    steps: {
      Starting: "Wird gestartet",
      Stopping: "Wird beendet",
      Upgrading: "Wird aktualisiert",
      "Starting the pages": "Die Seiten werden gestartet",
      "Starting the pages again": "Die Seiten werden neu gestartet",
      "Starting the database": "Die Datenbank wird gestartet",
      "Waiting for the database": "Warten auf die Datenbank",
      "Migrating the database (step {} of {})": "Die Datenbank wird migriert (Schritt {} von {})",
      "Upgrading the database from PostgreSQL {} to {}":
        "Die Datenbank wird von PostgreSQL {} auf {} gebracht",
      "Upgrading the database from PostgreSQL {} to {}: {}":
        "Die Datenbank wird von PostgreSQL {} auf {} gebracht: {}",
      comparing: "vergleichen",
      "waiting for the operator": "es braucht jemanden, der Earshot betreibt",
      "Building the pages again": "Die Seiten werden neu gebaut",
      "Building the pages, once for this version (about a minute)":
        "Die Seiten werden gebaut, einmal für diese Version (etwa eine Minute)",
      "Building: {} (step {} of {})": "Bauen: {} (Schritt {} von {})",
      "Building: {} (step {} of {}), for {} s now": "Bauen: {} (Schritt {} von {}), seit {} s",
      compiling: "übersetzen",
      "collecting page data": "Seitendaten sammeln",
      "generating static pages": "feste Seiten erzeugen",
      "The pages can't be built. Earshot's output on the server says why":
        "Die Seiten lassen sich nicht bauen. Warum, steht dort, wo Earshot läuft, in seiner Ausgabe",
      "The {} ended before it was ready; restarting it":
        "„{}“ endete, bevor es bereit war; es wird neu gestartet",
    },
  },
};
