import type { TranslationOf } from "@/lib/language/texts";
import { numberFormat } from "./intl";
import type { formatTexts } from "./text";
import type { remarkTexts } from "./word-remark";

const count = numberFormat();

export const format: TranslationOf<typeof formatTexts> = {
  calls: (n) => `${count.format(n)} ${n === 1 ? "Anruf" : "Anrufe"}`,
  about: (calls) => `etwa ${calls}`,
  uncounted: "nicht gezählt",
  moreThan: (calls, estimate) =>
    `mehr als ${calls}${estimate === null ? "" : `, etwa ${estimate}`}`,
  underMegabytes: (size) => `weniger als ${size} MB`,
  underMilliseconds: "unter 1 ms",
  spelled: {
    hours: (n) => `${n} ${n === 1 ? "Stunde" : "Stunden"}`,
    minutes: (n) => `${n} ${n === 1 ? "Minute" : "Minuten"}`,
    seconds: (n) => `${n} ${n === 1 ? "Sekunde" : "Sekunden"}`,
  },
  length: {
    seconds: (n) => `${n} s`,
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
    days: (n) => `${n} ${n === 1 ? "Tag" : "Tage"}`,
  },
  days: {
    is: ":",
    from: "ab",
    until: "bis",
    fromTo: (from, to) => `${from} bis ${to}`,
  },
  presets: {
    today: "Heute",
    yesterday: "Gestern",
    last7Days: "Letzte 7 Tage",
    last30Days: "Letzte 30 Tage",
    thisMonth: "Dieser Monat",
  },
  noName: "Ohne Namen",
  notKnown: "Unbekannt",
  yes: "Ja",
  no: "Nein",
  incomplete: (fields) =>
    fields === 1
      ? "Unvollständig: 1 Feld fehlt oder ist nicht lesbar"
      : `Unvollständig: ${fields} Felder fehlen oder sind nicht lesbar`,
  notCorrect: "Nicht korrekt",
  notCorrectAside: "(nicht korrekt)",
};

export const remarks: TranslationOf<typeof remarkTexts> = {
  translations: {
    // What was expected, or found.
    text: "Text",
    "a whole number": "eine ganze Zahl",
    "a number": "eine Zahl",
    "true or false": "wahr oder falsch",
    "a date and time": "Datum und Uhrzeit",
    "an object": "ein Objekt",
    "a list": "eine Liste",
    "several values": "mehrere Werte",
    null: "null",
    seconds: "Sekunden",
    milliseconds: "Millisekunden",
    microseconds: "Mikrosekunden",
    nanoseconds: "Nanosekunden",
    "the first is": "die erste wird",
    "the hour after it is": "die Stunde danach wird",
    // A field.
    "is missing": "fehlt",
    "is missing; expected {}": "fehlt; erwartet wird: {}",
    "is null; expected {}": "ist null; erwartet wird: {}",
    "is missing; taken as null": "fehlt; als null gelesen",
    "is empty; taken as null": "ist leer; als null gelesen",
    "must not be empty": "darf nicht leer sein",
    "must be an object": "muss ein Objekt sein",
    "must be text": "muss Text sein",
    "must be true or false": "muss wahr oder falsch sein",
    "must be a whole number between {} and {}": "muss eine ganze Zahl zwischen {} und {} sein",
    "is text; taken as {}": "ist Text; als {} gelesen",
    "is {}; taken as {}": "ist {}; als {} gelesen",
    "is a number; taken as text": "ist eine Zahl; als Text gelesen",
    "is a number of more digits than can be kept":
      "ist eine Zahl mit mehr Stellen, als gespeichert werden können",
    "is a list; its only item is taken": "ist eine Liste; ihr einziger Eintrag wird genommen",
    "is an object; its {} is taken": "ist ein Objekt; sein Feld {} wird genommen",
    "is given several times with different values":
      "ist mehrfach mit verschiedenen Werten angegeben",
    "holds characters that can't be stored (NUL or half of a surrogate pair)":
      "enthält Zeichen, die nicht gespeichert werden können (NUL oder ein halbes Surrogatpaar)",
    "holds characters that can't be stored; replaced":
      "enthält Zeichen, die nicht gespeichert werden können; sie sind ersetzt",
    "has spaces around it; taken without": "ist von Leerzeichen umgeben; ohne diese gelesen",
    "isn't in NFC; taken so": "ist nicht in NFC; so gelesen",
    "has {} characters; at most {} can be kept":
      "hat {} Zeichen; höchstens {} können gespeichert werden",
    // A date and time.
    "has no year 0": "nennt das Jahr 0, das es nicht gibt",
    "names a day of the week that the date doesn't have":
      "nennt einen Wochentag, der nicht zum Datum passt",
    "is written as in e-mail; taken as {}": "ist wie in E-Mails geschrieben; als {} gelesen",
    "must be a date and time such as {}": "muss Datum und Uhrzeit sein, etwa {}",
    "is not a date and time that exists": "nennt einen Zeitpunkt, den es nicht gibt",
    "lies outside the years 1 to 9999 in UTC": "liegt in UTC außerhalb der Jahre 1 bis 9999",
    "is taken as {} since 1970: {}": "wird als {} seit 1970 gelesen: {}",
    "names a zone that isn't known; taken by its offset":
      "nennt eine unbekannte Zeitzone; nach dem Versatz gelesen",
    "has the offset {}, which isn't that of {}; one of them must go":
      "hat den Versatz {}, der nicht zu {} passt; eines von beiden muss weg",
    "carries no zone; taken in {}": "nennt keine Zeitzone; in {} gelesen",
    "comes twice in {}, where clocks change; {} taken: {}":
      "kommt in {} wegen der Zeitumstellung zweimal vor; {} genommen: {}",
    "is left out in {}, where clocks change; {} taken: {}":
      "fällt in {} wegen der Zeitumstellung aus; {} genommen: {}",
    // The customer.
    "stood beside the record, as {}": "stand neben dem Datensatz, als {}",
    "is the only one that is included; taken for this record":
      "ist der einzige unter „included“; für diesen Datensatz genommen",
    "is told by keys of the call": "ist durch Felder des Anrufs angegeben",
    "is named in relationships, but not told in included":
      "ist unter „relationships“ genannt, fehlt aber unter „included“",
    "is missing; its fields were taken from the customer":
      "fehlt; die Felder wurden vom Kunden genommen",
    // A record, or the whole body.
    "may have its record at {}; send one of them, or each in a list":
      "kann seinen Datensatz an mehreren Stellen haben: {}; senden Sie einen davon oder alle in einer Liste",
    "has none of call_sid, created_at and status that can be read; one is needed":
      "enthält keines der Felder call_sid, created_at und status in lesbarer Form; eines davon ist nötig",
    "the body carries no record": "der Inhalt enthält keinen Datensatz",
    "the body is empty": "der Inhalt ist leer",
    "the body is not JSON: {}": "der Inhalt ist kein JSON: {}",
    "it cannot be read": "er ist nicht lesbar",
    // What is no JSON, as its reader says it.
    "{} but got {} at position {}": "{}, gefunden wurde {} (Position {})",
    "{} but reached end of input at position {}": "{}, doch der Inhalt endet (Position {})",
    "{} at position {}": "{} (Position {})",
    "JSON value expected": "ein Wert wird erwartet",
    "Array item expected": "ein Listeneintrag wird erwartet",
    "Comma ',' expected after value": "nach einem Wert wird ein Komma erwartet",
    "Colon ':' expected after property name": "nach einem Schlüssel wird ein Doppelpunkt erwartet",
    "Expected end of input": "das Ende des Inhalts wird erwartet",
    "Quoted object key expected": "ein Schlüssel in Anführungszeichen wird erwartet",
    "Quoted object key or end of object '}' expected":
      "ein Schlüssel in Anführungszeichen oder „}“ wird erwartet",
    "Array item or end of array ']' expected": "ein Listeneintrag oder „]“ wird erwartet",
    "Object value expected after ':'": "nach „:“ wird ein Wert erwartet",
    "End of string '\"' expected": "das Ende eines Textes wird erwartet",
    "Invalid number {}, expecting a digit": "{} ist keine Zahl, eine Ziffer wird erwartet",
    "Invalid character {}": "unzulässiges Zeichen {}",
    "Invalid escape character {}": "unzulässige Escape-Folge {}",
    "Invalid unicode character {}": "unzulässiges Unicode-Zeichen {}",
    "Its bytes are no longer kept.": "Ihre Bytes werden nicht mehr aufbewahrt.",
    "the body is not JSON: the fault is in its item {} or behind it":
      "der Inhalt ist kein JSON: der Fehler liegt im Eintrag {} oder dahinter",
    "the body is not valid {}": "der Inhalt ist kein gültiges {}",
    "the body cannot be decompressed ({})": "der Inhalt lässt sich nicht entpacken ({})",
    "the body is nested more than {} levels deep":
      "der Inhalt ist mehr als {} Ebenen tief verschachtelt",
    "the body is a form of more fields than are read from one delivery":
      "der Inhalt ist ein Formular mit mehr Feldern, als aus einer Zustellung gelesen werden",
    "holds more than {} bytes when it is decompressed": "ist entpackt größer als {} Byte",
    "holds {} records; at most {} are read from one delivery":
      "enthält {} Datensätze; höchstens {} werden aus einer Zustellung gelesen",
    "holds {} records; at most {} are read at once":
      "enthält {} Datensätze; höchstens {} werden auf einmal gelesen",
    "more than {}": "mehr als {}",
    "holds a record of {} characters; at most {} are read at once":
      "enthält einen Datensatz von {} Zeichen; höchstens {} werden auf einmal gelesen",
    "holds about {} values, {} of them beside each other; at most {} are read at once":
      "enthält etwa {} Werte, {} davon nebeneinander; höchstens {} werden auf einmal gelesen",
    "holds too much around its records to keep that with each of them":
      "enthält um die Datensätze herum zu viel, um es bei jedem zu speichern",
    "can't be read: {}": "ist nicht lesbar: {}",
    "can't be stored: {}": "kann nicht gespeichert werden: {}",
    "was damaged in the journal: the bytes kept here are all that is left of it, facts and body in one":
      "wurde im Journal beschädigt: die Bytes hier sind alles, was davon übrig ist, Angaben und Inhalt in einem",
    "was set aside unread, because the server ended or ran out of time over it again and again":
      "wurde ungelesen zurückgestellt, weil der Server dabei immer wieder endete oder zu lange brauchte",
    // In place of those beyond a bound.
    "and {} more": "und {} weitere",
    "{} problems": "{} Probleme",
    "{} notices": "{} Hinweise",
  },
};
