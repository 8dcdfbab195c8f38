import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { webhooksTexts } from "./texts.en";

export const webhooks: TranslationOf<typeof webhooksTexts> = {
  webhooks: "Webhooks",
  tabs: {
    overview: "Übersicht",
    secrets: "Secrets",
    deliveries: "Zustellungen",
    drift: "Schemaänderungen",
    gaps: "Lücken",
  },
  connectionSetup: "Verbindung einrichten",
  testRun: "Testlauf",
  noContact: {
    title: "Noch keine Zustellung eingetroffen",
    text: "Registrieren Sie die URL, warten Sie auf den ersten Anruf und sehen Sie, wie er verstanden wurde.",
    connect: "Anrufdienst verbinden",
  },
  countsChecked: "Zähler zuletzt geprüft am {at}: {difference}.",
  noDifference: "kein Unterschied",
  clockWrong: "Eine Uhr geht falsch",
  clocksDiffer: (minutes) =>
    `Die Uhren dieses Servers und seiner Datenbank weichen um ${minutes} Minuten voneinander ab. Ereignisse werden nach der Uhr der Datenbank nummeriert, und nichts Altes wird gelöscht, bis beide übereinstimmen.`,
  listening: "Empfangsbereit",
  onTheirWay: (deliveries) =>
    deliveries === 1
      ? "1 angenommene Zustellung ist auf dem Weg in die Liste."
      : `${deliveries} angenommene Zustellungen sind auf dem Weg in die Liste.`,
  allProcessed: "Alle Ereignisse verarbeitet.",
  reasons: {
    "the database does not answer": "die Datenbank antwortet nicht",
    "the database is read-only": "die Datenbank ist schreibgeschützt",
    "the database refuses the connection": "die Datenbank weist Earshot ab",
    "the disk of the database is full": "der Datenträger der Datenbank ist voll",
    "the database has no free connection":
      "die Datenbank hat keine Verbindung mehr für Earshot frei",
    "the database is starting or stopping": "die Datenbank startet oder wird beendet",
    "it isn't responding": "es antwortet nicht",
    "the journal can't be written, so deliveries are refused: {}":
      "das Journal ist nicht beschreibbar, deshalb werden Zustellungen abgewiesen: {}",
    "the journal can't be read": "das Journal ist nicht lesbar",
    "the ledger can't be written: {}":
      "die Aufnahmen lassen sich nicht in die Datenbank schreiben: {}",
    "the oldest delivery has waited in the journal for {} s":
      "die älteste Zustellung wartet seit {} s im Journal",
    "the totals have been out of date for {} s": "die Summen sind seit {} s nicht fortgeschrieben",
  },
  somethingWrong: "Etwas stimmt nicht",
  waitInJournal: (deliveries) =>
    deliveries === 1
      ? "1 angenommene Zustellung wartet im Journal; sie wird noch gespeichert."
      : `${deliveries} angenommene Zustellungen warten im Journal; sie werden noch gespeichert.`,
  urlToRegister: "Zu registrierende URL",
  whereToRegister: "Im Dashboard des Anrufdienstes unter Settings > Webhooks.",
  secretsThatWork: "Gültige Secrets",
  lastUsed: (at) => `Zuletzt benutzt am ${at}`,
  notUsedYet: "Noch nicht benutzt",
  made: (at) => `Erstellt am ${at}`,
  madeBy: (at, name) => `Erstellt am ${at} von ${name}`,
  madeAtStart: (at) => `Erstellt am ${at} beim Start von Earshot`,
  showSecret: (name) => `Secret von ${name} anzeigen`,
  hideSecret: (name) => `Secret von ${name} verbergen`,
  copyUrl: (name) => `Webhook-URL von ${name} kopieren`,
  revoke: "Widerrufen",
  revokeNamed: (name) => `${name} widerrufen`,
  onlySecret:
    "Das einzige gültige Secret. Erstellen Sie zuerst ein neues, um dieses zu widerrufen.",
  wasLastUsed: (name, at) => `„${name}“ wurde zuletzt am ${at} benutzt.`,
  neverUsed: (name) => `„${name}“ wurde noch nie benutzt.`,
  onceRevoked:
    "Nach dem Widerruf werden Ereignisse an seine URL abgelehnt, und der Dienst sendet sie womöglich nie wieder. Das lässt sich nicht rückgängig machen.",
  revokeIt: "Secret widerrufen",
  revoking: "Wird widerrufen …",
  secrets: "Secrets",
  notSigned:
    "Anfragen sind nicht signiert. Wer eine URL kennt, kann Anrufe hinzufügen; halten Sie sie geheim.",
  howToReplace:
    "Mehrere Secrets können gleichzeitig gelten, sodass Sie sie austauschen können, ohne ein Ereignis zu verlieren: Erstellen Sie ein neues, registrieren Sie seine URL, warten Sie, bis das alte nicht mehr benutzt wird, und widerrufen Sie es dann.",
  wrongSecrets: (requests, addresses, areMore) =>
    `${countOf(requests, "Anfrage", "Anfragen")} mit falschem Secret in der letzten Stunde, von ${areMore ? "mehr als " : ""}${countOf(addresses, "Adresse", "Adressen")}`,
  allRefused:
    "Alle wurden abgelehnt, nichts davon wurde aufbewahrt. Das Protokoll nennt die erste jeder Minute.",
  revokedCount: (secrets) => `Widerrufen: ${secrets}`,
  stillUsedCount: (secrets) => `${secrets} noch benutzt`,
  revokedSecrets: "Widerrufene Secrets",
  stillUsed: "Noch benutzt",
  revoked: "Widerrufen",
  revokedAt: (at) => `Widerrufen am ${at}`,
  refusedAt: (at) =>
    `Eine Anfrage damit wurde am ${at} abgelehnt. Der Absender braucht eine neue URL.`,
  environmentNamesIt:
    "Die Umgebung nennt es noch, als WEBHOOK_SECRET oder aus DATA_DIR; es bleibt trotzdem widerrufen.",
  secretName: "Name des Secrets",
  secretNameExample: "Herbst 2026",
  createSecret: "Secret erstellen",
  creating: "Wird erstellt …",
  worksNow: (name) => `„${name}“ gilt jetzt. Kopieren Sie oben die URL und registrieren Sie sie.`,
  minutes: "Minuten",
  minutesHint: "0: Identische Payloads gelten nie als Wiederholung.",
  save: "Speichern",
  saving: "Wird gespeichert …",
  saved: "Gespeichert.",
  noneYet: "Noch keine. Registrieren Sie die URL oben; der erste beendete Anruf erscheint hier.",
  ofRecords: (records) => `von ${records} Datensätzen`,
  bytes: (bytes) => `${countFormat.format(bytes)} Bytes`,
};

function countOf(number: number, one: string, many: string): string {
  return `${countFormat.format(number)} ${number === 1 ? one : many}`;
}
