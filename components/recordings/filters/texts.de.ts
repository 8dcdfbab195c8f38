import { counted, countFormat } from "@/components/format/numbers";
import type { countTexts } from "@/components/recordings/counts/paint-counts";
import type { TranslationOf } from "@/lib/language/texts";
import type { filterValueTexts } from "./facet-row";
import type { filterBarTexts } from "./filter-choices";
import type { filterTexts } from "./filter-controls";
import type { filterMenuTexts } from "./filter-menu";
import type { heardCountTexts } from "./heard-counted";
import type { protectedFilterTexts } from "./more-filter";
import type { protectTexts } from "./protect-calls";

export const filterBar: TranslationOf<typeof filterBarTexts> = {
  filterBy: "Filtern nach",
  minutes: "Minuten",
  anyLength: "Beliebige Dauer",
  upToMinutes: (most) => `Bis ${most} Min.`,
  minutesBetween: (least, most) => `${least} bis ${most} Minuten`,
  minutesOrMore: (least) => `Ab ${least} Min.`,
  heard: {
    notByMe: "Von mir nicht gehört",
    byMe: "Von mir gehört",
    notByAnyone: "Von niemandem gehört",
    byAnyone: "Von jemandem gehört",
    lessThanHalf: "Weniger als zur Hälfte gehört",
    atLeastHalf: "Mindestens zur Hälfte gehört",
  },
  clear: "Zurücksetzen",
  whenHeard: "Ein Anruf gilt nach 3 Sekunden als gehört. U spielt den nächsten ungehörten ab.",
  more: "Mehr",
  flags: {
    transcript: "Transkript",
    confirmed: "Kunde bestätigt",
    phoneOk: "Telefonnummer korrekt",
    incomplete: "Unvollständig",
  },
  phoneNumber: { label: "Telefonnummer", yes: "Korrekt", no: "Falsch" },
  any: "Beliebig",
  yes: "Ja",
  no: "Nein",
  empty: "Leer",
  notEmpty: "Nicht leer",
  mentionsMe: "Erwähnt mich",
  textHere: "Vorhanden",
  textNone: "Keiner",
  textWaiting: "In Arbeit",
  textFailed: "Gescheitert",
  changed: "Geändert",
  anyTime: "Beliebig",
  since: "Seit",
  relativeDays: {
    today: "heute",
    yesterday: "gestern",
    "this-week": "diese Woche",
    "last-week": "letzte Woche",
    "this-month": "dieser Monat",
    "last-month": "letzter Monat",
    "this-year": "dieses Jahr",
  },
  lastDays: (count) => (count === 1 ? "letzter Tag" : `letzte ${count} Tage`),
  orders: {
    "-created_at": "Neueste zuerst",
    created_at: "Älteste zuerst",
    "-minutes_used": "Längste zuerst",
    minutes_used: "Kürzeste zuerst",
    "-changed_at": "Neueste Änderung zuerst",
  },
  chips: {
    is: "ist",
    isNot: "ist nicht",
    empty: "leer",
    isMinutes: ":",
    isAnswer: ":",
    correct: "korrekt",
    wrong: "falsch",
    yes: "ja",
    no: "nein",
    atLeast: "mindestens",
    atMost: "höchstens",
    minutesBetween: (least, most) => `${least} bis ${most}`,
    since: "seit",
    changedSince: (day) => `seit ${day}`,
    heard: {
      byMe: "von mir",
      notByMe: "nicht von mir",
      byAnyone: "von jemandem",
      byNobody: "von niemandem",
      atLeastHalf: "mindestens zur Hälfte",
      lessThanHalf: "weniger als zur Hälfte",
      bySomebody: "von einer Person",
      notBySomebody: "nicht von einer Person",
    },
  },
};

export const recordingFilters: TranslationOf<typeof filterTexts> = {
  atLeast: "Mindestens",
  atMost: "Höchstens",
  apply: "Anwenden",
};

export const filterMenu: TranslationOf<typeof filterMenuTexts> = {
  none: "keine Angabe",
  filterBy: (field, value) => `Nach ${field} filtern: ${value}`,
  showOnly: "Nur {value} zeigen",
  exclude: "{value} ausschließen",
};

export const heardCount: TranslationOf<typeof heardCountTexts> = {
  atMost: (count) => `höchstens ${count}`,
};

export const filterValues: TranslationOf<typeof filterValueTexts> = {
  searchIn: (field) => `In ${field} suchen`,
  searchValues: "Werte suchen",
  is: "Ist",
  isNot: "Ist nicht",
  more: (count) => `${count} weitere. Tippen Sie, um sie einzugrenzen.`,
  noValues: "Keine Werte.",
  clear: "Zurücksetzen",
  others: "Übrige",
  allOf: (group) => `Alle aus ${group}`,
  exclude: (value) => `${value} ausschließen`,
  rawValuesOf: (name) => `Rohwerte von ${name}`,
  rawValues: (count, values) => `${count} Rohwerte: ${values}`,
  notCounted: "Die Anrufe können gerade nicht gezählt werden.",
  tryAgain: "Erneut versuchen",
  fetchAgain: "Erneut abrufen",
  fetchAgainOffer: "Erneut abrufen …",
  askToFetch: (count, isOne) =>
    `Das Audio von ${count} ${isOne ? "Anruf" : "Anrufen"} erneut abrufen? Bereits aufbewahrtes Audio ändert sich nicht.`,
  fetching: (count, isOne) =>
    `Das Audio von ${count} ${isOne ? "Anruf" : "Anrufen"} wird erneut abgerufen.`,
  notFetched: "Das hat nicht geklappt. Versuchen Sie es in einem Moment erneut.",
  cancel: "Abbrechen",
};

export const recordingCounts: TranslationOf<typeof countTexts> = {
  otherStatuses: (count) => `${count} weitere Status`,
};

export const protectedFilter: TranslationOf<typeof protectedFilterTexts> = {
  title: "Vor Löschung geschützt",
};

const calls = (count: number) => counted(count, "Anruf", "Anrufe");

export const protectCalls: TranslationOf<typeof protectTexts> = {
  protection: "Schützen",
  covers: "Keine Aufbewahrungsregel entfernt das Audio geschützter Anrufe.",
  protect: "Vor Löschung schützen",
  unprotect: "Schutz aufheben",
  protected: (count) => `${calls(count)} geschützt`,
  unprotected: (count) => `${calls(count)} nicht mehr geschützt`,
  unchanged: "Nichts zu ändern",
  open: "Anrufe schützen …",
  counting: "Wird gezählt …",
  notCounted: "Das ließ sich nicht zählen. Versuchen Sie es erneut.",
  noCalls: "Hier sind keine Anrufe.",
  found: (count, kept, isMore) =>
    `Hier ${count === 1 ? "ist" : "sind"} ${isMore ? "mehr als " : ""}${calls(count)}, ${kept === 0 ? "keiner" : countFormat.format(kept)} davon geschützt.`,
  protectCalls: (count) => `${calls(count)} schützen`,
  unprotectCalls: (count) => `Schutz von ${calls(count).replace(/e$/, "en")} aufheben`,
  protectAll: "Alle Anrufe hier schützen",
  unprotectAll: "Schutz aller Anrufe hier aufheben",
  working: (count) => `Wird gespeichert … Bisher ${calls(count)}. Lassen Sie diese Seite geöffnet.`,
  cancel: "Abbrechen",
  notSaved: (saved) =>
    saved === 0
      ? "Nicht gespeichert: Der Server antwortet nicht."
      : `Nur für ${calls(saved)} gespeichert: Der Server antwortet nicht.`,
};
