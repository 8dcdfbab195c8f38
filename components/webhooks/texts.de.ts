import { counted, countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { driftTexts, firstContactTexts, webhooksTexts } from "./texts.en";

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
  othersProcessed: "Alle anderen Ereignisse verarbeitet.",
  reasons: {
    "the database does not answer": "die Datenbank antwortet nicht",
    "the database is read-only": "die Datenbank ist schreibgeschützt",
    "the database refuses the connection": "die Datenbank weist Earshot ab",
    "the disk of the database is full": "der Datenträger der Datenbank ist voll",
    "the database has no free connection":
      "die Datenbank hat keine Verbindung mehr für Earshot frei",
    "the database is starting or stopping": "die Datenbank startet oder wird beendet",
    "somebody holds a lock in the database": "jemand hält eine Sperre in der Datenbank",
    "the database's schema is not the one that this version needs":
      "das Schema der Datenbank passt nicht zu dieser Version",
    "the database refuses what is stored": "die Datenbank lehnt ab, was gespeichert werden soll",
    "the database's user lacks a right that Earshot needs":
      "dem Benutzer der Datenbank fehlt ein Recht, das Earshot braucht",
    "the database reports an error": "die Datenbank meldet einen Fehler",
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
  notStored: "Die Datenbank kann einige Zustellungen nicht speichern",
  heldAside:
    "PostgreSQL hat sich jedes Mal beendet, wenn Earshot diese gespeichert hat. Sie bleiben deshalb im Journal. Starten Sie Earshot neu, um es noch einmal zu versuchen.",
  moreHeldAside: (deliveries) => `und ${deliveries} weitere`,
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
    `${counted(requests, "Anfrage", "Anfragen")} mit falschem Secret in der letzten Stunde, von ${areMore ? "mehr als " : ""}${counted(addresses, "Adresse", "Adressen")}`,
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

const found: Record<string, string> = {
  null: "Null",
  text: "Text",
  "another text": "Anderer Text",
  "true or false": "Wahr oder falsch",
  "a whole number": "Ganze Zahl",
  "a number": "Zahl",
  "a list": "Liste",
  "an object": "Objekt",
  several: "Mehrere",
  "several values": "Mehrere Werte",
  "one as in e-mail": "Zeitpunkt wie in E-Mails",
  "one without a zone": "Zeitpunkt ohne Zeitzone",
  "seconds since 1970": "Sekunden seit 1970",
  "milliseconds since 1970": "Millisekunden seit 1970",
};

/** After "statt". */
const expected: Record<string, string> = {
  text: "Text",
  "true or false": "wahr oder falsch",
  "a whole number": "einer ganzen Zahl",
  "a date and time": "Datum und Uhrzeit",
  "an object": "eines Objekts",
  "one value": "eines einzelnen Werts",
};

export const drift: TranslationOf<typeof driftTexts> = {
  changes: "Schemaänderungen",
  newInWeek: "Neu in den letzten 7 Tagen.",
  allChanges: "Alle Änderungen",
  none: "Keine Schemaänderungen.",
  others: (more, older) => {
    const parts = [
      more > 0 ? `${countFormat.format(more)} weitere` : null,
      older > 0 ? `${countFormat.format(older)} ältere, noch nicht bestätigt` : null,
    ].filter((part) => part !== null);
    return `Und ${parts.join(" und ")}.`;
  },
  selectAll: "Alle auswählen",
  selectAllOf: (title) => `Alle auswählen: ${title}`,
  acknowledge: (chosen) => (chosen > 0 ? `${countFormat.format(chosen)} bestätigen` : "Bestätigen"),
  acknowledgeChosen: (chosen, title) =>
    chosen > 0 ? `${countFormat.format(chosen)} bestätigen: ${title}` : `Bestätigen: ${title}`,
  further: (count) =>
    count === 1
      ? "Und 1 weitere Abweichung, die schon früher auftrat."
      : `Und ${countFormat.format(count)} weitere Abweichungen, die schon früher auftraten.`,
  what: "Was",
  deliveries: "Zustellungen",
  deliveriesWord: (count) => (count === 1 ? "Zustellung" : "Zustellungen"),
  first: "Zuerst",
  last: "Zuletzt",
  known: "Bekannt",
  knownSince: (day, by) => `Bekannt seit ${day}${by ? `, ${by}` : ""}`,
  isNew: "Neu",
  kinds: {
    unknown_field: "Unbekanntes Feld",
    unknown_member: "Unbekannter Schlüssel auf oberster Ebene",
    missing_field: "Fehlendes Feld",
    status: "Status",
    campaign: "Kampagne",
    gender: "Geschlecht",
    customer_type: "Kundentyp",
  },
  furtherOf: {
    unknown_field: "Weitere unbekannte Felder",
    unknown_member: "Weitere unbekannte Schlüssel auf oberster Ebene",
    type: "Weitere unerwartete Typen",
    missing_field: "Weitere fehlende Felder",
    form: "Weitere Formate von Zustellungen",
    status: "Weitere Status",
    campaign: "Weitere Kampagnen",
    gender: "Weitere Geschlechter",
    customer_type: "Weitere Kundentypen",
  },
  insteadOf: (is, was) =>
    `${is ? (found[is] ?? is) : "Etwas anderes"} statt ${was ? (expected[was] ?? was) : "des Dokumentierten"}`,
  namesIn: (spelling) => `Feldnamen in ${spelling}`,
  customerBeside: "Kunde neben dem Datensatz",
  customerOutside: "Felder des Kunden außerhalb von details",
  noEnvelope: "Datensatz ohne Umschlag",
  severalRecords: "Mehrere Datensätze in einer Zustellung",
  unexpectedPlace: "Datensatz an unerwarteter Stelle",
};

export const firstContact: TranslationOf<typeof firstContactTexts> = {
  waiting: "Wartet auf die erste Zustellung",
  nothingYet:
    "Noch ist nichts gekommen. Lassen Sie diese Seite offen: Sie zeigt den ersten Anruf von selbst.",
  wrongSecrets: (requests) =>
    `${counted(requests, "Anfrage", "Anfragen")} mit falschem Secret in der letzten Stunde`,
  wrongSecretsText:
    "Anfragen erreichen Earshot, aber mit einem anderen Secret als dem unten. Vergleichen Sie beide Zeichen für Zeichen im Dashboard des Dienstes, oder kopieren Sie dieses erneut. Abgelehnte Anfragen sind verloren.",
  cannotReach: "Der Anrufdienst kann diese URL nicht erreichen",
  cannotReachText:
    "Sie funktioniert nur auf diesem Rechner. Setzen Sie PUBLIC_URL auf die öffentliche https-Adresse von Earshot und starten Sie Earshot neu.",
  whatToDo: "Was zu tun ist",
  copyUrl:
    "Kopieren Sie diese URL. Behandeln Sie sie wie ein Passwort: Wer sie kennt, kann Aufnahmen hinzufügen.",
  register:
    "Öffnen Sie das Dashboard des Anrufdienstes, gehen Sie zu {path} und registrieren Sie sie dort.",
  call: "Lassen Sie einen Anruf stattfinden oder warten Sie auf den nächsten. Testanrufe werden nicht gesendet: Es muss ein echter sein.",
  noCall:
    "Kein Anruf zur Hand? {testRun}: Er sendet erfundene Anrufe an diesen Webhook und entfernt sie wieder.",
  startTestRun: "Testlauf starten",
  delivery: "Die Zustellung",
  showRecording: "Aufnahme anzeigen",
  showDelivery: "Zustellung anzeigen",
  accepted: "Angenommen",
  bySecret: (name) => `{at}, mit dem Secret „${name}“`,
  byUnknownSecret: "{at}, mit einem Secret, das es nicht mehr gibt",
  answer: "Antwort",
  answerText: "202 Accepted, sobald sie dauerhaft gespeichert war",
  outcome: "Ergebnis",
  form: "Format",
  jsonApi: (path) => `JSON:API, Felder in „${path}“`,
  flat: "Flach; die Felder stehen oben im Body",
  wrapped: (path) => `Verschachtelt, Felder in „${path}“`,
  recording: "Aufnahme",
  noId: "Keine lesbare ID",
  firstOf: (records) => `, die erste von ${records} in dieser Zustellung`,
  unreadable: "Sie war nicht lesbar",
  quarantined: "Empfangen, aber zurückgestellt",
  someWrong: (wrong, all) =>
    wrong === 1
      ? `1 von ${all} Feldern ist nicht verständlich; es ist unten markiert.`
      : `${wrong} von ${all} Feldern sind nicht verständlich; sie sind unten markiert.`,
  somethingWrong: "Etwas darin ist nicht verständlich.",
  inPart: "Verbunden, aber nur teilweise verstanden",
  someMissing: (wrong, all) =>
    wrong === 1
      ? `1 von ${all} Feldern fehlt oder ist nicht lesbar; es ist unten markiert, und der Anruf gilt als unvollständig.`
      : `${wrong} von ${all} Feldern fehlen oder sind nicht lesbar; sie sind unten markiert, und der Anruf gilt als unvollständig.`,
  connected: "Verbunden",
  allAsExpected: (all) =>
    `Alle ${all} Felder kamen wie erwartet. Jeder weitere Anruf erscheint von selbst in der Liste.`,
  withNotices: "Verbunden, mit Hinweisen",
  someNoted: (noted, all) =>
    `${noted} von ${all} Feldern ${noted === 1 ? "kam" : "kamen"} in unerwartetem Format; Earshot hat sie umgewandelt. Prüfen Sie das Ergebnis unten.`,
  knewHow: "Earshot hat es umgewandelt.",
  nothingLost:
    "Nichts ist verloren: Die Payload wird aufbewahrt, und weitere Zustellungen sind nicht betroffen. Fragen Sie den Anrufdienst, was sie bedeutet, oder aktualisieren Sie Earshot; öffnen Sie dann die Zustellung und wählen Sie „Neu verarbeiten“.",
  fieldByField: "Feld für Feld",
  fieldsText: "Was der Anrufdienst dokumentiert und was kam.",
  fields: "Felder",
  empty: "Leer",
  cameAs: "Empfangen als {given}",
  remark: (remark) => `Das Feld ${remark}.`,
  notInBody: "Nicht im Body",
  from: (key) => `aus ${key}`,
  nothing: "Nichts",
  none: "Kein Wert",
  states: { read: "Gelesen", noted: "Hinweis", wrong: "Problem" },
  otherKeys: "Weitere Schlüssel",
  otherKeysText:
    "Nicht im dokumentierten Format. Sie werden aufbewahrt und bei der Aufnahme gezeigt.",
  thereWereNone: "Keine.",
  moreKeys: (count) =>
    count === 1
      ? "Und 1 weiterer Schlüssel."
      : `Und ${countFormat.format(count)} weitere Schlüssel.`,
};
