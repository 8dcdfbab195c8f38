import type { soundCheckTexts } from "@/lib/audio/kept/check-sound";
import type { audioRoomTexts } from "@/lib/audio/source/answer-audio";
import type { intakeTexts, secretsTexts } from "@/lib/intake/forms";
import type { TranslationOf } from "@/lib/language/texts";
import type { answerTexts, pagesTexts } from "./texts.en";

export const pages: TranslationOf<typeof pagesTexts> = {
  description: "KI-Anrufe anhören, durchsuchen und prüfen",
  noName: "Ohne Namen",
  notFound: {
    title: "Nicht gefunden",
    heading: "Diese Seite gibt es nicht",
    text: "Die Adresse ist vielleicht falsch geschrieben, oder die Seite wurde entfernt.",
    go: "Zu den Aufnahmen",
  },
  forbidden: {
    title: "Nur für Administratoren",
    text: "Ihr Konto hat keinen Zugriff auf diese Seite. Ein Administrator kann das unter Einstellungen > Mitglieder ändern.",
    back: "Zurück zu den Aufnahmen",
  },
  signIn: {
    title: "Anmelden",
    heading: "Bei Earshot anmelden",
    sessionEnded:
      "Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.",
    noAccount:
      "Noch kein Konto? Wenn Sie Earshot gerade einrichten, öffnen Sie den Link, den es beim Start ausgegeben hat. Bitten Sie sonst einen Administrator um eine Einladung.",
  },
  setUp: {
    title: "Konto anlegen",
    administrator:
      "Sie werden Administrator: Sie sehen Aufnahmen, ändern Einstellungen und verwalten Mitglieder.",
    member: "Sie werden Mitglied: Sie sehen die Aufnahmen Ihres Teams.",
  },
  recordings: {
    title: "Aufnahmen",
    notFound: "Aufnahme nicht gefunden",
    notFoundText:
      "Sie ist vielleicht noch nicht angekommen, oder die Adresse ist falsch geschrieben.",
  },
  customers: {
    title: "Kunden",
    notFound: "Kunde nicht gefunden",
    notFoundText:
      "Er wurde vielleicht noch nicht angerufen, oder die Adresse ist falsch geschrieben.",
    go: "Zu den Kunden",
  },
  campaigns: { title: "Kampagnen" },
  compare: {
    title: "Kampagnen vergleichen",
    heading: "Vergleich",
    nothing: "Nichts zum Vergleichen",
    nothingText:
      "Wählen Sie eine zweite Kampagne oder einen ersten Tag, um mit dem Zeitraum davor zu vergleichen.",
    same: "Beide Seiten sind gleich",
    sameText: "Wählen Sie für die zweite Seite eine andere Kampagne oder andere Tage.",
    noCalls: "Auf keiner der beiden Seiten gibt es Anrufe",
    noCallsText: "Diese Kampagnen haben an diesen Tagen keine Anrufe. Wählen Sie andere Tage.",
    noSuccess: "Noch keine Erfolgsquote",
    noSuccessText:
      "Noch ist nicht festgelegt, welche Status als Erfolg zählen. Ein Administrator wählt sie über der Liste der Aufnahmen.",
  },
  audit: { title: "Auditprotokoll" },
  callingService: {
    title: "Anrufdienst",
    text: "Earshot tauscht seinen API-Schlüssel gegen ein Token, um Audio und Kundenlisten abzurufen.",
    connection: "Verbindung",
  },
  vocabulary: {
    title: "Status & Kampagnen",
    text: "Earshot lernt sie aus Ihren Anrufen. Werte mit demselben Namen zählen als einer: in Listen, Filtern, Kennzahlen und Diagrammen. Links behalten die rohen Werte, Exporte enthalten beide.",
    textOfMembers:
      "Earshot lernt sie aus Ihren Anrufen. Administratoren können sie umbenennen, zusammenführen, einfärben, gruppieren und ordnen.",
  },
  tags: {
    title: "Tags",
    text: "Schlagwörter für Anrufe. Links, die nach Tags filtern, funktionieren auch nach dem Umbenennen.",
    textOfMembers:
      "Schlagwörter für Anrufe. Alle können Tags anlegen; Administratoren können sie umbenennen, umfärben und löschen.",
  },
  retention: {
    title: "Aufbewahrung",
    text: "Payloads werden Byte für Byte aufbewahrt, damit sie neu verarbeitet werden können. Anrufe, Kunden und die Liste der Zustellungen bleiben erhalten, wenn Payloads gelöscht werden.",
    period: "Aufbewahrungsdauer",
    periodText:
      "Payloads werden nach UTC-Tagen gelöscht. Zurückgestellte bleiben, bis sie neu verarbeitet sind.",
    kept: "Gespeicherte Payloads",
  },
  sessions: {
    title: "Ihre Sitzungen",
    text: "Wo Sie angemeldet sind. Melden Sie ab, was Sie nicht kennen.",
    active: "Aktive Sitzungen",
  },
  members: {
    title: "Mitglieder",
    text: "Personen mit Zugang zu Earshot.",
    people: "Personen",
    invite: "Einladen",
    inviteText: "Ein Link, mit dem eine Person ihr Konto anlegt.",
    openInvitations: "Offene Einladungen",
  },
  webhooks: {
    title: "Webhooks",
    text: "Wohin Ihr Anrufdienst Aufnahmen sendet und was aus jeder Zustellung wurde.",
    retries: "Wiederholungen",
    retriesText:
      "Eine identische Payload innerhalb dieser Zeit gilt als Wiederholung und ändert nichts. Ein neuer Wert gilt für Zustellungen ab jetzt.",
    recent: "Letzte Zustellungen",
    recentText: "Auch fehlgeschlagene.",
    allDeliveries: "Alle Zustellungen",
  },
  secrets: {
    title: "Webhook-Secrets",
    text: "Jedes Secret hat seine eigene URL. So lassen sich Secrets austauschen, ohne einen Anruf zu verlieren.",
  },
  firstContact: {
    title: "Verbindung einrichten",
    textBefore:
      "Registrieren Sie die URL und warten Sie auf den ersten Anruf. Diese Seite zeigt dann, wie Earshot ihn verstanden hat.",
    textAfter:
      "Die erste Zustellung, die der Anrufdienst gesendet hat, und wie Earshot sie verstanden hat.",
  },
  rehearsal: {
    title: "Testlauf",
    text: "Sendet zehn erfundene Zustellungen durch den echten Webhook, das Journal und den Parser. Sie werden in eigenen Tabellen gespeichert, wo niemand sie sieht und kein echter Anruf berührt wird, und am Ende entfernt.",
  },
  deliveries: {
    title: "Zustellungen",
    titleOfOne: "Zustellung",
    notFound: "Zustellung nicht gefunden",
    notFoundText:
      "Die Adresse ist vielleicht falsch geschrieben, oder die Zustellung wurde entfernt.",
    go: "Zu den Zustellungen",
  },
  gaps: {
    title: "Lücken",
    text: "Zeiten, in denen Anrufe fehlen könnten. Der Anrufdienst sendet jeden Anruf nur einmal; suchen Sie fehlende also dort.",
    possible: "Mögliche Lücken",
    none: "Keine bekannten Lücken.",
    noEarlier: "Keine früheren Lücken.",
  },
  drift: {
    title: "Schemaänderungen",
    text: "Felder und Werte, die vom dokumentierten Format abweichen. Bestätigen Sie die erwarteten.",
    structure: "Felder und Typen",
    structureText: "Unbekannte oder fehlende Felder, unerwartete Typen oder Formate.",
    noStructure: "Keine Schemaänderungen.",
    values: "Werte",
    valuesText: "Status, Kampagnen, Geschlechter und Kundentypen. Earshot übernimmt jeden Wert.",
    noValues: "Noch keine. Sie erscheinen mit dem ersten Anruf.",
  },
};

export const answers: TranslationOf<typeof answerTexts> = {
  bytesDropped: "Die Bytes dieser Zustellung werden nicht mehr aufbewahrt.",
  noTranscript: "Dieses Transkript gibt es nicht.",
  noTimes: "Dieses Transkript hat keine Zeiten.",
};

const files = { audio: "Das Audio", roster: "Die Kundenliste" };
const inside = { audio: "das Audio", roster: "die Kundenliste" };
const ofFile = { audio: "des Audios", roster: "der Kundenliste" };
const names = { audio: "Audio", roster: "Kundenliste" };

export const audioRoom: TranslationOf<typeof audioRoomTexts> = {
  fileFaults: {
    "not-found": (kind) => `Der Anrufdienst hat ${inside[kind]} nicht mehr.`,
    unreachable: (kind) => `${files[kind]} ließ sich nicht abrufen.`,
    timeout: (kind) => `Der Host ${ofFile[kind]} hat nicht rechtzeitig geantwortet.`,
    refused: (kind) => `Der Host hat den Zugriff verweigert: ${names[kind]}.`,
    "address-forbidden": (kind) =>
      `${files[kind]} liegt an einer Adresse, die nicht abgerufen werden darf. AUDIO_HOSTS nennt die erlaubten Hosts; ohne diese Angabe sind es die, die im öffentlichen Internet über HTTPS antworten.`,
    "wrong-type": (kind) => `Die abgerufene Datei hat nicht den richtigen Typ: ${names[kind]}.`,
    "too-large": (kind) => `${files[kind]} überschreitet die Größengrenze von Earshot.`,
    "not-connected": (kind) =>
      `Ohne gültige Verbindung zum Anrufdienst lässt sich ${inside[kind]} nicht abrufen.`,
  },
  rangeOutside: "Der Bereich liegt außerhalb des Audios.",
};

export const soundChecks: TranslationOf<typeof soundCheckTexts> = {
  length: "Über eine Minute länger oder kürzer als die verbrauchten Minuten",
  silent: "Nichts ist lauter als Leitungsrauschen (−36 dBFS)",
  near_silent: "Weniger als 5 % sind lauter als Leitungsrauschen (−36 dBFS)",
  one_sided: "Einer von zwei Kanälen ist zu mindestens 98 % stumm",
  same_sound: "Dieselbe Datei, Byte für Byte, wie bei einem anderen Anruf",
  wrong_number_talk: "Die Nummer gilt als falsch, das Audio dauert eine Minute oder länger",
  unanswered: "Laut Status nahm niemand ab, das Audio dauert 10 s oder länger",
  source_gone: "Der Anrufdienst hat die Datei nicht mehr",
};

export const intake: TranslationOf<typeof intakeTexts> = {
  secretRevoked: "Dieses Secret ist widerrufen.",
  secretSealed:
    "Es gilt, kann aber nicht angezeigt werden: Es wurde unter einem anderen AUTH_SECRET oder in einer anderen Datenbank erstellt. Erstellen Sie ein neues.",
  secretNameTaken: "Ein Secret mit diesem Namen gibt es schon.",
  revocation: {
    "not-active": "Es war schon widerrufen.",
    "last-secret":
      "Das letzte Secret lässt sich nicht widerrufen: Sonst würde jedes Ereignis abgelehnt.",
  },
  enterDays: (most) => `Geben Sie eine ganze Zahl von Tagen zwischen 1 und ${most} ein.`,
  enterMinutes: (most) => `Geben Sie eine ganze Zahl von Minuten zwischen 0 und ${most} ein.`,
};

export const intakeSecrets: TranslationOf<typeof secretsTexts> = {
  nameMissing: "Geben Sie einen Namen ein, etwa den Monat oder wer es registriert.",
  nameTooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
  nameInvisible: "Verwenden Sie nur sichtbare Zeichen.",
};
