import { counted, countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { customersDetailTexts, customersTexts } from "./texts.en";

export const customers: TranslationOf<typeof customersTexts> = {
  title: "Kunden",
  count: (told, isOne) => `${told} ${isOne ? "Kunde" : "Kunden"}`,
  search: "Kunden suchen",
  searchIn: "Name, Telefon, E-Mail, ID suchen",
  type: "Typ",
  noType: "Kein Typ",
  flags: {
    contradictions: "Widersprüche",
    phoneOk: "Telefonnummer korrekt",
    confirmed: "Bestätigt",
  },
  any: "Beliebig",
  yes: "Ja",
  no: "Nein",
  chips: {
    typeIs: "ist",
    flagIs: ":",
    yes: "ja",
    no: "nein",
  },
  orders: {
    "-last_call": "Neuester Anruf zuerst",
    last_call: "Am längsten ohne Anruf zuerst",
    "-calls": "Meiste Anrufe zuerst",
    calls: "Wenigste Anrufe zuerst",
    name: "Name von A bis Z",
    "-name": "Name von Z bis A",
  },
  columns: {
    name: "Name",
    phoneNumber: "Telefonnummer",
    email: "E-Mail",
    calls: "Anrufe",
    lastCall: "Letzter Anruf",
    flags: "Hinweise",
  },
  noName: "Ohne Namen",
  noEmail: "Keine E-Mail",
  calls: (count) => (count === 1 ? "Anruf" : "Anrufe"),
  never: "Nie",
  contradictions: "Widersprüche",
  phoneWrong: "Nummer falsch",
  things: "Kunden",
  removeFilter: "Entfernen Sie einen Filter oder setzen Sie alle zurück.",
  noneYet: "Noch keine Kunden",
  whoIsCalled: "Kunden erscheinen hier mit ihrem ersten Anruf.",
  toRecordings: "Zu den Aufnahmen",
};

const calls = (count: number) => counted(count, "Anruf", "Anrufe");

export const customersDetail: TranslationOf<typeof customersDetailTexts> = {
  customers: "Kunden",
  calls,
  lastCall: "Letzter Anruf {at}",
  customer: "Kunde",
  fromLatest: "Aus dem letzten Anruf.",
  copyCustomerId: "Kunden-ID kopieren",
  firstSeen: "Zuerst gesehen",
  lastHeardOf: "Zuletzt gesehen",
  attempts: {
    title: "Versuche",
    oneCall: "1 Anruf",
    within: (count, span) => `${countFormat.format(count)} Anrufe innerhalb von ${span}`,
    newestWithin: (shown, count, span) =>
      `Die neuesten ${shown} von ${countFormat.format(count)} Anrufen, innerhalb von ${span}`,
    days: (count) => counted(count, "Tag", "Tagen"),
    gap: (days) => `${countFormat.format(days)} T.`,
    call: (day, time, status) => `${day}, ${time}: ${status}`,
  },
  contradictions: {
    title: "Widersprüche",
    count: (n) => (n === 1 ? "1 Widerspruch" : `${n} Widersprüche`),
    older:
      "Ältere Anrufe dieses Kunden widersprechen neueren. Sehen Sie sie in den Aufnahmen durch.",
    listen:
      "Hören Sie diese Anrufe an und berichtigen Sie dann die falschen Angaben beim Anrufdienst.",
    fields: {
      name: "Name",
      phoneNumber: "Telefonnummer",
      phoneNumberCorrect: "Telefonnummer korrekt",
      email: "E-Mail",
      gender: "Geschlecht",
    },
    among: (field) => field,
    moreValues: (count) => (count === 1 ? "Und 1 weiterer Wert." : `Und ${count} weitere Werte.`),
    inOne: "in einem Anruf, {last}",
    inSeveral: (count) => `in ${countFormat.format(count)} Anrufen, von {first} bis {last}`,
  },
  matches: {
    title: "Vermutlich dieselbe Person",
    text: (count) =>
      `${count === 1 ? "Ein anderer Kunde hat" : "Andere Kunden haben"} dieselbe Telefonnummer. Sie bleiben hier getrennt; vergleichen Sie die Anrufe.`,
    noName: "Ohne Namen",
    sameName: "Gleicher Name",
  },
  callList: {
    title: "Anrufe",
    inRecordings: "In den Aufnahmen zeigen",
    pastEnd: "Diese Seite liegt hinter dem letzten Anruf.",
    noneAnyMore: "Keine Anrufe mehr: Neuere Zustellungen nennen einen anderen Kunden.",
    firstPage: "Erste Seite",
    minutes: "min",
  },
  history: {
    title: "Änderungsverlauf",
    changed: "Geändert",
    firstSeen: "Zuerst gesehen",
    backTo: "Zurück zu den Angaben vom {at}.",
    by: "Durch {call}",
    thisCall: "diesen Anruf",
    ofListAlone: (count) =>
      count === 1
        ? "1 Änderung nur der Kundenliste"
        : `${countFormat.format(count)} Änderungen nur der Kundenliste`,
    nothingChanged: "Keine Änderungen in den neuesten Zustellungen.",
    olderChanges: "Ältere Änderungen werden nicht angezeigt.",
  },
};
