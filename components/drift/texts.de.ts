import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { driftTexts } from "./texts.en";

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
