import type { TranslationOf } from "@/lib/language/texts";
import type { pagesTexts } from "./texts.en";

export const pages: TranslationOf<typeof pagesTexts> = {
  description: "Aufnahmen der Anrufe, die Ihr Anrufdienst führt",
  noName: "Ohne Namen",
  notFound: {
    title: "Nicht gefunden",
    heading: "Diese Seite gibt es nicht",
    text: "Die Adresse ist vielleicht falsch geschrieben, oder was hier war, ist weg.",
    go: "Zu den Aufnahmen",
  },
  forbidden: {
    title: "Für Administratoren",
    text: "Ihr Konto darf diese Seite nicht sehen. Ein Administrator kann das unter Einstellungen, Mitglieder ändern.",
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
      "Sie werden Administrator: Sie sehen Aufnahmen, ändern Einstellungen und entscheiden, wer Zugang hat.",
    member: "Sie werden Mitglied: Sie sehen die Aufnahmen der Anrufe Ihres Teams.",
  },
  recordings: {
    title: "Aufnahmen",
    notFound: "Aufnahme nicht gefunden",
    notFoundText:
      "Sie ist vielleicht noch nicht angekommen, oder die Adresse ist falsch geschrieben.",
  },
  customers: {
    title: "Kunden",
    notFound: "Es gibt keinen Kunden mit dieser ID",
    notFoundText:
      "Er wurde vielleicht noch nicht angerufen, oder die Adresse ist falsch geschrieben.",
    go: "Zu den Kunden",
  },
  campaigns: { title: "Kampagnen" },
  compare: {
    title: "Kampagnen vergleichen",
    heading: "Vergleich",
    noCampaign: "Keine Kampagne",
    nothing: "Nichts zum Vergleichen",
    nothingText:
      "Wählen Sie eine zweite Kampagne oder einen ersten Tag, damit es einen Zeitraum davor gibt.",
    same: "Beide Seiten sind gleich",
    sameText: "Wählen Sie für die zweite Seite eine andere Kampagne oder andere Tage.",
    noCalls: "Auf keiner der beiden Seiten gibt es Anrufe",
    noCallsText: "In diesen Tagen liegt kein Anruf dieser Kampagnen. Wählen Sie andere Tage.",
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
    text: "Earshot lernt sie aus Ihren Anrufen. Werte mit demselben Namen sind überall eins: in Listen, Filtern, Zählern und Diagrammen. Links und Exporte behalten die rohen Werte.",
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
    text: "Payloads werden Byte für Byte aufbewahrt, damit sie neu verarbeitet werden können. Anrufe, Kunden und die Liste der Zustellungen bleiben, wenn Payloads gelöscht werden.",
    period: "Aufbewahrungsdauer",
    periodText:
      "Payloads werden nach UTC-Tagen gelöscht. Zurückgestellte bleiben, bis sie neu verarbeitet sind.",
    kept: "Was aufbewahrt wird",
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
    text: "Wohin der Anrufdienst seine Aufnahmen sendet und was daraus wurde.",
    retries: "Wiederholungen",
    retriesText:
      "Kommen dieselben Bytes in dieser Zeit erneut, zählen sie als Wiederholung und ändern nichts. Was vor einer Änderung kam, bleibt, wie es ist.",
    recent: "Letzte Zustellungen",
    recentText: "Auch fehlgeschlagene.",
    allDeliveries: "Alle Zustellungen",
  },
  secrets: {
    title: "Webhook-Secrets",
    text: "Jedes Secret hat seine eigene URL. Ersetzen Sie eines, ohne einen Anruf zu verlieren.",
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
    text: "Zehn erfundene Zustellungen laufen durch den echten Webhook, sein Journal und seinen Leser und werden vom selben Code gespeichert wie echte: in eigenen Tabellen, wo niemand sie sieht und kein echter Anruf berührt wird. Danach wird alles entfernt.",
  },
  deliveries: {
    title: "Zustellungen",
    titleOfOne: "Zustellung",
    notFound: "Es gibt keine Zustellung mit dieser ID",
    notFoundText:
      "Die Adresse ist vielleicht falsch geschrieben, oder die Aufbewahrungsdauer der Zustellung ist abgelaufen.",
    go: "Zu den Zustellungen",
  },
  gaps: {
    title: "Lücken",
    text: "Zeiten, in denen Anrufe fehlen könnten. Der Anrufdienst sendet jeden Anruf nur einmal; prüfen Sie also dort, was geschah.",
    possible: "Mögliche Lücken",
    none: "Es ist nicht bekannt, dass etwas fehlt.",
    noEarlier: "Es gibt keine früheren Lücken.",
  },
  drift: {
    title: "Schemaänderungen",
    text: "Felder und Werte, die vom dokumentierten Format abweichen. Bestätigen Sie die erwarteten.",
    structure: "Felder und Typen",
    structureText: "Was unbekannt ist, fehlt, einen anderen Typ oder eine andere Form hat.",
    noStructure: "Keine Schemaänderungen.",
    values: "Werte",
    valuesText: "Status, Kampagnen, Geschlechter und Kundentypen: Was ankommt, wird übernommen.",
    noValues: "Noch keine. Sie kommen mit dem ersten Anruf.",
  },
};
