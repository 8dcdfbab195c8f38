import { counted } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { paletteTexts } from "./texts.en";

export const palette: TranslationOf<typeof paletteTexts> = {
  title: "Alles finden",
  box: "Seite, Filter, Aktion oder Anruf finden",
  placeholder: "Anruf, Kunden, Filter oder Aktion finden …",
  found: "Gefunden",
  searching: "Anrufe und Kunden werden durchsucht …",
  noneHas: (text) => `„${text}“ kommt in keinem Anruf und bei keinem Kunden vor.`,
  newest: "Die neuesten passenden Anrufe und Kunden.",
  whatToType: "Name, Nummer, Wörter eines Anrufs oder Aktion eingeben.",
  notInTime: {
    calls: "Die Suche in den Anrufen hat zu lange gedauert.",
    customers: "Die Suche in den Kunden hat zu lange gedauert.",
    both: "Die Suche in Anrufen und Kunden hat zu lange gedauert.",
  },
  tryAgain: "Erneut versuchen",
  groups: {
    pages: "Seiten",
    views: "Ansichten",
    filters: "Filter",
    columns: "Spalten",
    campaigns: "Kampagnen",
    actions: "Aktionen",
    search: "Suche",
    calls: "Anrufe",
    customers: "Kunden",
  },
  calls: (count) => counted(count, "Anruf", "Anrufe"),
  searchIn: {
    calls: (text) => `Anrufe nach „${text}“ durchsuchen`,
    customers: (text) => `Kunden nach „${text}“ durchsuchen`,
    campaigns: (text) => `Kampagnen nach „${text}“ durchsuchen`,
  },
  pages: {
    recordings: { label: "Aufnahmen", words: "Anrufe Liste Start Übersicht recordings" },
    customers: { label: "Kunden", words: "Personen Leute Anrufer customers" },
    campaigns: { label: "Kampagnen", words: "Minuten Status campaigns" },
    compare: {
      label: "Kampagnen vergleichen",
      words: "Vergleich Zeiträume Erfolg Unterschied compare",
    },
    callingService: {
      label: "Anrufdienst",
      words: "Einstellungen API Schlüssel Token calling service",
    },
    vocabulary: {
      label: "Status & Kampagnen",
      words:
        "Einstellungen Vokabular Namen zusammenführen umbenennen Farben Gruppen Reihenfolge statuses",
    },
    tags: { label: "Tags", words: "Einstellungen Schlagwörter Etiketten Markierungen Farben" },
    webhooks: { label: "Webhooks", words: "Einstellungen URL Adresse Secret" },
    secrets: { label: "Webhook-Secrets", words: "Einstellungen URL widerrufen ersetzen secrets" },
    deliveries: {
      label: "Alle Zustellungen",
      words: "Webhooks Protokoll Ereignisse Quarantäne zurückgestellt Payload roh deliveries",
    },
    firstContact: {
      label: "Verbindung einrichten",
      words: "Webhooks warten erster Anruf Einrichtung connection setup",
    },
    rehearsal: { label: "Testlauf", words: "Webhooks Probe test run" },
    drift: {
      label: "Schemaänderungen",
      words: "Webhooks unbekannte Felder Abweichungen Unterschiede Drift",
    },
    gaps: { label: "Lücken", words: "Webhooks verpasst Abdeckung Stille Ausfall gaps" },
    retention: { label: "Aufbewahrung", words: "Einstellungen behalten Tage löschen retention" },
    sessions: { label: "Ihre Sitzungen", words: "Einstellungen Geräte abmelden Browser sessions" },
    members: {
      label: "Mitglieder",
      words: "Einstellungen Personen einladen Einladung Zugang Rollen members",
    },
    audit: {
      label: "Auditprotokoll",
      words: "wer angehört gehört wann geändert tags prüfungen löschschutz audit log",
    },
  },
  teamView: (name) => `${name} (Team)`,
  viewWords: {
    team: "gespeicherte Ansicht Liste",
    mine: "gespeicherte Ansicht Liste eigene meine",
  },
  filters: {
    is: (field, value) => `${field}: ${value}`,
    isNot: (field, value) => `${field}: nicht ${value}`,
    isRaw: (field, value) => `${field}: ${value} (Rohwert)`,
    audio: "Audio",
    empty: "leer",
    answers: { true: "ja", false: "nein", "~": "leer" },
    byText: (text) => `Nach ${text} filtern`,
    words: {
      isNot: "ist ausschließen ohne außer",
      days: "Datum Tag Zeitraum",
      minutes: "Minuten Länge Dauer",
      none: "ist keine",
      clear: "entfernen",
      sort: "sortieren Reihenfolge Sortierung nach",
      campaign: "Kampagne Anrufe",
    },
    any: {
      status: "Beliebiger Status",
      campaign: "Beliebige Kampagne",
      date: "Beliebiges Datum",
      length: "Beliebige Dauer",
      gender: "Beliebiges Geschlecht",
      type: "Beliebiger Kundentyp",
      customer: "Beliebiger Kunde",
      audio: "Beliebiges Audio",
      answer: (question) => `${question}: beliebig`,
      search: "Keine Suche",
    },
    flags: {
      transcript: {
        yes: { label: "Mit Transkript", says: ["Transkript", "hat Transkript"] },
        no: { label: "Ohne Transkript", says: ["ohne Transkript", "kein Transkript"] },
      },
      confirmed: {
        yes: { label: "Kunde bestätigt", says: ["bestätigt", "Kunde bestätigt"] },
        no: {
          label: "Kunde nicht bestätigt",
          says: ["nicht bestätigt", "unbestätigt", "Kunde nicht bestätigt"],
        },
      },
      phoneOk: {
        yes: {
          label: "Richtige Telefonnummer",
          says: [
            "richtige Nummer",
            "korrekte Nummer",
            "richtiger Nummer",
            "richtige Telefonnummer",
          ],
        },
        no: {
          label: "Falsche Telefonnummer",
          says: [
            "falsche Nummer",
            "falscher Nummer",
            "falsche Telefonnummer",
            "ungültige Nummer",
            "falscher Telefonnummer",
            "ungültiger Nummer",
          ],
        },
      },
      incomplete: {
        yes: {
          label: "Unvollständige Anrufe",
          says: ["unvollständig", "unvollständige", "unvollständigen"],
        },
        no: {
          label: "Vollständige Anrufe",
          says: ["vollständig", "vollständige", "vollständigen", "nichts fehlt"],
        },
      },
    },
    fillers:
      "anrufe anruf anrufen und mit der die das den dem des von vom aus in im an am bei beim für ist",
    typed: {
      from: { says: ["ab", "von", "seit", "from", "since"], label: (day) => `Ab ${day}` },
      to: { says: ["bis", "to", "until"], label: (day) => `Bis ${day}` },
      minutes: { says: ["minuten", "minutes"], label: (range) => `Minuten ${range}` },
      customer: { says: ["kunde", "customer"], label: (id) => `Kunde: ${id}` },
    },
  },
  showColumn: (column) => `${column} einblenden`,
  hideColumn: (column) => `${column} ausblenden`,
  columnWords: "Spalte anzeigen verbergen",
  actions: {
    showNew: { label: "Neue Anrufe anzeigen", words: "aktualisieren neu laden live" },
    search: { label: "Aufnahmen durchsuchen", words: "suchen finden Anrufe" },
    next: { label: "Weiter", words: "nächste Seite nächster Anruf älter vor" },
    previous: { label: "Zurück", words: "vorherige Seite vorheriger Anruf neuer" },
    close: { label: "Offenen Anruf schließen", words: "Bereich zumachen" },
    nextInList: { label: "Nächster Anruf der Liste", words: "Zeile unten" },
    previousInList: { label: "Vorheriger Anruf der Liste", words: "Zeile oben" },
    open: { label: "Diesen Anruf öffnen", words: "Details" },
    playThis: { label: "Diesen Anruf abspielen", words: "anhören hören" },
    select: { label: "Diesen Anruf auswählen", words: "markieren Zeile" },
    extendDown: { label: "Auswahl nach unten erweitern", words: "Zeilen" },
    extendUp: { label: "Auswahl nach oben erweitern", words: "Zeilen" },
    selectAll: { label: "Alle geladenen Anrufe auswählen", words: "markieren Zeilen" },
    back: (seconds) => ({
      label: `${seconds} Sekunden zurück`,
      words: "Player zurückspulen springen",
    }),
    forward: (seconds) => ({
      label: `${seconds} Sekunden vor`,
      words: "Player vorspulen überspringen",
    }),
    play: { label: "Abspielen oder anhalten", words: "anhören Audio Ton Pause Wiedergabe" },
    playUnheard: {
      label: "Nächsten ungehörten Anruf abspielen",
      words: "anhören gehört Wiedergabe",
    },
    clearFilters: { label: "Alle Filter entfernen", words: "zurücksetzen löschen" },
    exportAs: (format) => ({
      label: `Als ${format} exportieren`,
      words: "herunterladen Download speichern Datei Export",
    }),
    copyLink: { label: "Link kopieren", words: "Adresse URL teilen" },
    shortcuts: { label: "Tastenkürzel", words: "Hilfe Tasten Tastatur" },
    singleKeysOff: { label: "Tastenkürzel aus einer Taste ausschalten", words: "Tastatur" },
    singleKeysOn: { label: "Tastenkürzel aus einer Taste einschalten", words: "Tastatur" },
    lightTheme: { label: "Helles Farbschema", words: "Design Darstellung Tag Modus" },
    darkTheme: { label: "Dunkles Farbschema", words: "Design Darstellung Nacht Modus" },
    systemTheme: { label: "Farbschema wie das System", words: "Design Darstellung automatisch" },
    signOut: { label: "Abmelden", words: "ausloggen Logout verlassen" },
  },
};
