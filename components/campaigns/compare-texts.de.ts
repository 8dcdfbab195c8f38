import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { campaignsCompareTexts } from "./compare-texts.en";

export const campaignsCompare: TranslationOf<typeof campaignsCompareTexts> = {
  whatIsCompared: "Vergleich",
  firstSide: "Erste Seite",
  compareThis: "Vergleichen",
  allCalls: "Alle Anrufe",
  secondSide: "Zweite Seite",
  withThis: "Mit",
  sameInOtherPeriod: "Anderer Zeitraum",
  from: "Von",
  to: "Bis",
  noDay: (value) => `„${value}“ ist kein Datum`,
  leftOut: (value) => `Nur zwei lassen sich vergleichen: „${value}“ wird ignoriert`,
  unreadable: (value) => `„${value}“ ist nicht lesbar`,
  beforeFirst: "Liegt vor dem ersten Tag",
  compare: "Vergleichen",
  noCampaign: "Keine Kampagne",
  anyDate: "Beliebiges Datum",
  figures: "Kennzahlen",
  figure: "Kennzahl",
  statuses: "Status",
  status: "Status",
  difference: "Unterschied",
  equal: "gleich",
  ofOther: (figure, side, days) => `${figure} bei ${side}, ${days}`,
  moreStatuses: (count) =>
    count === 1
      ? "1 weiterer Status wird nicht gezeigt."
      : `${countFormat.format(count)} weitere Status werden nicht gezeigt.`,
  timelines: "Zeitverläufe",
  barsOf: (side, days) => `Balken: ${side}, ${days}`,
  tooMany: "Zu viele Anrufe für eine Zeichnung.",
  noCalls: "Keine Anrufe vorhanden.",
  outliers: "Einige viel ältere oder neuere Anrufe sind nicht gezeichnet, oben aber mitgezählt.",
};
