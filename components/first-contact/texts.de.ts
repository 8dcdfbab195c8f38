import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { firstContactTexts } from "./texts.en";

export const firstContact: TranslationOf<typeof firstContactTexts> = {
  waiting: "Wartet auf die erste Zustellung",
  nothingYet:
    "Noch ist nichts gekommen. Lassen Sie diese Seite offen: Sie zeigt den ersten Anruf von selbst.",
  wrongSecrets: (requests) =>
    `${countFormat.format(requests)} ${requests === 1 ? "Anfrage" : "Anfragen"} mit falschem Secret in der letzten Stunde`,
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
