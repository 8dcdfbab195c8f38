import { counted, countFormat } from "@/components/format/numbers";
import type { campaignListTexts } from "@/lib/campaigns/campaigns";
import type { TranslationOf } from "@/lib/language/texts";
import type { campaignsTexts } from "./campaigns-list";
import type { campaignsChoiceTexts } from "./compare-choice";
import type { campaignsCompareTexts } from "./compare-tables";

export const campaigns: TranslationOf<typeof campaignsTexts> = {
  campaigns: "Kampagnen",
  found: (count) => counted(count, "Kampagne", "Kampagnen"),
  search: "Kampagnen durchsuchen",
  searchHint: "Nach Namen suchen",
  compare: "Vergleichen",
  orders: {
    "-calls": "Meiste Anrufe zuerst",
    calls: "Wenigste Anrufe zuerst",
    "-minutes": "Meiste Minuten zuerst",
    minutes: "Wenigste Minuten zuerst",
    "-last_call": "Neuester Anruf zuerst",
    last_call: "Am längsten ohne Anruf zuerst",
    "-success": "Höchste Erfolgsquote zuerst",
    success: "Niedrigste Erfolgsquote zuerst",
    "-success_change": "Größter Zuwachs an Erfolg zuerst",
    success_change: "Größter Rückgang an Erfolg zuerst",
    name: "Name von A bis Z",
    "-name": "Name von Z bis A",
  },
  campaign: "Kampagne",
  calls: "Anrufe",
  minutes: "Minuten",
  average: "Mittlere Dauer",
  success: "Erfolgsquote",
  unknownSuccess:
    "Noch zählt kein Status als Erfolg: Ein Administrator legt das über der Liste der Aufnahmen fest",
  change: "Änderung",
  comparedWith: (days) => `Verglichen mit ${days}`,
  chooseDays: "Wählen Sie Tage, um eine Änderung zu sehen",
  status: "Status",
  lastCall: "Letzter Anruf",
  callsWord: (count) => (count === 1 ? "Anruf" : "Anrufe"),
  minutesWord: "Min.",
  averageWord: "im Mittel",
  successWord: "Erfolg",
  unknownTime: "Unbekannt",
  shareOn: (share, days) => `${share} (${days})`,
  others: (kinds) => `${kinds} ${kinds === 1 ? "anderer" : "andere"}`,
  things: "Kampagnen",
  noneMatch:
    "Keine Kampagne dieses Namens hat an diesen Tagen einen Anruf. Wählen Sie mehr Tage, oder entfernen Sie die Filter.",
  noneYet: "Noch keine Kampagnen",
  whenTheyCome: "Eine Kampagne erscheint hier mit ihrem ersten Anruf.",
};

export const campaignsChoice: TranslationOf<typeof campaignsChoiceTexts> = {
  compareBox: (campaign) => `${campaign} vergleichen`,
  compareCampaigns: "Kampagnen vergleichen",
  chosen: (count) =>
    count === 1
      ? "1 ausgewählt: Wählen Sie noch eine, oder vergleichen Sie Zeiträume"
      : count === 2
        ? "2 ausgewählt"
        : `${count} ausgewählt: Wählen Sie höchstens zwei`,
  compare: "Vergleichen",
  comparePeriods: "Zeiträume vergleichen",
  clear: "Aufheben",
};

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

export const campaignList: TranslationOf<typeof campaignListTexts> = {
  noCampaign: "Keine Kampagne",
};
