import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { rehearsalTexts } from "./texts.en";

export const rehearsal: TranslationOf<typeof rehearsalTexts> = {
  start: "Testlauf starten",
  startAgain: "Noch einmal starten",
  starting: "Wird gestartet …",
  underWay: "Testlauf läuft …",
  takesSeconds: "Er dauert ein paar Sekunden. Echte Anrufe laufen währenddessen weiter.",
  noSchema: "Die Datenbank erlaubt Earshot keinen Testlauf",
  howToAllow:
    "Der Testlauf braucht für ein paar Sekunden ein eigenes Schema. Erlauben Sie dem Datenbankbenutzer von Earshot, eines anzulegen: {grant} genügt.",
  waitingForDatabase: "Wartet auf die Datenbank",
  databaseAway:
    "Die Datenbank antwortet nicht. Bestätigte Zustellungen sind sicher; der Testlauf geht weiter, sobald sie wieder da ist.",
  someDone: (done, all) => `${done} von ${all} Schritten erledigt`,
  oneAfterAnother: "Jede Zustellung wird gesendet, sobald die vorige angekommen ist.",
  stepsDone: "Erledigte Schritte",
  interrupted: "Testlauf unterbrochen",
  interruptedText: "Earshot wurde während des Testlaufs beendet. Alle Testdaten sind entfernt.",
  someFailed: (failed, all) => `${failed} von ${all} Schritten fehlgeschlagen`,
  someLeft: "Unter den echten Anrufen fanden sich Testdaten. Bitte melden Sie das.",
  allRemoved: "Jeder fehlgeschlagene Schritt zeigt, was abweicht. Alle Testdaten sind entfernt.",
  works: "Der Webhook funktioniert",
  allExpected: (all) =>
    `Alle ${all} Schritte verliefen wie erwartet. Alle Testdaten sind entfernt.`,
  mostExpected: (expected, all) =>
    `${expected} von ${all} Schritten verliefen wie erwartet; die öffentliche Adresse ließ sich von hier aus nicht prüfen. Alle Testdaten sind entfernt.`,
  deliveries: "Zustellungen",
  sent: (at) => `Gesendet am ${at}.`,
  sentFor: (at, name) => `Gesendet am ${at} für ${name}.`,
  willBeSent: "Was gesendet wird, in dieser Reihenfolge.",
  steps: "Schritte",
  stepWords: {
    "new-call": {
      title: "Ein neuer Anruf",
      expected: "JSON:API, noch im Gange. Wird gespeichert.",
    },
    repeat: {
      title: "Eine exakte Wiederholung",
      expected: "Die Wiederholung wird gespeichert, und nichts ändert sich.",
    },
    change: {
      title: "Der Anruf ist beendet",
      expected: "Die Aufnahme erhält den neuen Status, und beide Versionen werden gespeichert.",
    },
    late: {
      title: "Verspätetes Duplikat",
      expected: "Es wird gespeichert und bringt den alten Status nicht zurück.",
    },
    "no-campaign": {
      title: "Ein Anruf ohne Kampagne",
      expected: "Wird ohne Kampagne gespeichert.",
    },
    "new-status": {
      title: "Ein Status, den noch niemand gesehen hat",
      expected: "Wird mit diesem Status gespeichert, wie gesendet.",
    },
    flat: {
      title: "Ein flacher Body, ohne JSON:API",
      expected: "Wird gespeichert.",
    },
    "dead-audio": {
      title: "Ein toter Audiolink",
      expected: "Wird gespeichert. Der Player zeigt, warum es kein Audio gibt.",
    },
    incomplete: {
      title: "Ungültige Minuten",
      expected: "Wird als unvollständig gespeichert, mit dem Grund.",
    },
    "not-understood": {
      title: "Ein unlesbarer Anruf",
      expected: "Wird bestätigt und dann mit Payload und Grund zurückgestellt.",
    },
    "public-address": {
      title: "Über die öffentliche Adresse",
      expected:
        "Sie kommt hier an. Ob andere diese Adresse erreichen, lässt sich von innen nicht prüfen.",
    },
  },
  publicUrl: "PUBLIC_URL ist {url}.",
  progress: {
    passed: "Wie erwartet",
    failed: "Fehlgeschlagen",
    unproven: "Unklar",
    "under-way": "Läuft",
    "to-come": "Steht aus",
    "not-sent": "Nicht beendet",
  },
  durableAfter: (time, status) => `Dauerhaft gespeichert nach ${time} (HTTP ${status})`,
  answeredAfter: (time, status) => `Beantwortet nach ${time} (HTTP ${status})`,
  notAnsweredYet: "Gesendet und noch nicht beantwortet",
  notSentYet: "Noch nicht gesendet",
  noAnswer: "Keine Antwort",
  storedAfter: (time) => `In der Datenbank nach ${time}`,
  waits: {
    database: {
      present:
        "Die Datenbank ist nicht erreichbar. Bestätigte Zustellungen sind sicher und warten auf sie.",
      past: "Die Datenbank war zwischendurch nicht erreichbar. Bestätigte Zustellungen warteten; nichts ging verloren.",
    },
    journal: {
      present:
        "Das Journal kann sie gerade nicht aufnehmen und bat um einen weiteren Versuch. Sie wird erneut gesendet.",
      past: "Das Journal konnte sie zuerst nicht aufnehmen und bat um einen weiteren Versuch. Sie wurde erneut gesendet.",
    },
  },
  playerSays: (title, text) => `Der Player sagt: „${title}. ${text}“`,
  reason: (problem) => `Der Grund: ${problem}`,
  differences: {
    answered: (status, expected) =>
      status === null
        ? `Der Webhook antwortete gar nicht statt mit ${expected}.`
        : `Der Webhook antwortete mit ${status} statt mit ${expected}.`,
    notStored: "Sie wurde bestätigt, kam aber nicht rechtzeitig in die Datenbank.",
    outcome: (found, expected) => `Das Ergebnis ist „${found}“ statt „${expected}“.`,
    bytesChanged: "Die Bytes wurden nicht so aufbewahrt, wie sie gesendet wurden.",
    heldForNothing: "Sie wurde ohne Grund zurückgestellt.",
    recordingMade: "Daraus entstand eine Aufnahme, obwohl sie nicht verstanden werden kann.",
    noRecording: "Daraus entstand keine Aufnahme.",
    soundThere: "Das Audio war abrufbar, obwohl die Adresse nirgendwohin führt.",
    status: (found, expected) => `Der Status der Aufnahme ist ${found} statt ${expected}.`,
    campaign: (found, expected) => `Die Kampagne der Aufnahme ist ${found} statt ${expected}.`,
    deliveries: (found, expected) =>
      `Die Anzahl ihrer Zustellungen ist ${found} statt ${expected}.`,
    contents: (found, expected) => `Die Anzahl ihrer Inhalte ist ${found} statt ${expected}.`,
    nobodyThere: "Von diesem Rechner aus antwortete dort niemand.",
    anotherThere:
      "Dort wurde sie angenommen, kam aber hier nicht an: Die Adresse führt womöglich zu einem anderen Earshot.",
    refusedThere: (status) =>
      `Von diesem Rechner aus kam dort die Antwort ${status}: Womöglich verlangt ein Proxy etwas anderes oder führt woandershin.`,
  },
  outcomes: {
    pending: "ausstehend",
    stored: "gespeichert",
    unchanged: "unverändert",
    superseded: "überholt",
    quarantined: "zurückgestellt",
  },
  quoted: (value) => `„${value}“`,
  none: "leer",
  whatIsSent: "Was gesendet wird",
  cleanup: "Aufräumen",
  cleanupText: "Geprüft in derselben Transaktion, in der entfernt wurde.",
  removed: "Entfernt",
  removedVersions: (counts, versions, isMore) =>
    `${counts}, ${countOf(versions, isMore, "Version", "Versionen")} von Aufnahmen`,
  left: "Rest unter den echten Anrufen",
  nothingLeft: "Nichts: Keine der IDs ist dort.",
  rowsLeft: (rows) => `${rows === 1 ? "1 Zeile" : `${rows} Zeilen`}. Bitte melden Sie das.`,
  before: "Echte Daten vorher",
  after: "Echte Daten nachher",
  cameMeanwhile: (counts, deliveries, isMore) =>
    deliveries === 1
      ? `${counts} – 1 echte Zustellung kam währenddessen`
      : `${counts} – ${countOf(deliveries, isMore, "", "echte Zustellungen")} kamen währenddessen`,
  testSecret: "Test-Secret",
  revoked: "Widerrufen.",
  countDeliveries: (count, isMore) => countOf(count, isMore, "Zustellung", "Zustellungen"),
  countRecordings: (count, isMore) => countOf(count, isMore, "Aufnahme", "Aufnahmen"),
  countCustomers: (count, isMore) => countOf(count, isMore, "Kunde", "Kunden"),
};

function countOf(count: number, isMore: boolean, one: string, many: string): string {
  return `${countFormat.format(count)}${isMore ? " oder mehr" : ""} ${count === 1 ? one : many}`;
}
