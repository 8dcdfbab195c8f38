import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { TimelineUnit } from "@/lib/settings/timeline-units";
import type { timelineTexts } from "./prepare-timeline";

const calls = (count: number) => `${countFormat.format(count)} ${count === 1 ? "Anruf" : "Anrufe"}`;

const units: Record<TimelineUnit, { by: string; a: string }> = {
  day: { by: "Tagen", a: "an einem Tag" },
  week: { by: "Wochen", a: "in einer Woche" },
  month: { by: "Monaten", a: "in einem Monat" },
  quarter: { by: "Quartalen", a: "in einem Quartal" },
  year: { by: "Jahren", a: "in einem Jahr" },
  decade: { by: "Jahrzehnten", a: "in einem Jahrzehnt" },
  century: { by: "Jahrhunderten", a: "in einem Jahrhundert" },
};

export const timeline: TranslationOf<typeof timelineTexts> = {
  timeline: "Zeitverlauf",
  tooMany: (most) =>
    `Mehr als ${countFormat.format(most)} Anrufe sind zu viele für eine Zeichnung. Fügen Sie einen Filter hinzu oder wählen Sie weniger Tage.`,
  none: "Keine Anrufe vorhanden",
  bars: "Balken des Zeitverlaufs",
  barsHint: "Die Eingabetaste zeigt nur die Anrufe eines Balkens",
  noneChosen: "Kein Balken gewählt",
  calls,
  andMore: (count) => `und ${count} weitere`,
  mayBeMissing: "Anrufe können fehlen",
  outlierCount: {
    earlier: (count) => `${countFormat.format(count)} früher`,
    later: (count) => `${countFormat.format(count)} später`,
  },
  outliers: {
    earlier: (count, days) => `${calls(count)} früher: ${days}`,
    later: (count, days) => `${calls(count)} später: ${days}`,
  },
  earlyYear: (year) => `${year} n. Chr.`,
  summary: (unit, days, total, most) => {
    const { by, a } = units[unit];
    return `Anrufe nach ${by}, ${days}: ${calls(total)}, höchstens ${countFormat.format(most)} ${a}`;
  },
  missing: (gap) => `Anrufe können fehlen: ${gap}`,
  statuses: "Status",
  legend: "Legende",
  moreStatuses: (count) => `${count} weitere Status`,
  rarer: (count) => `${count} seltenere stehen im Filter „Status“.`,
  gap: "Lücke",
  gapMeaning: ": Anrufe können fehlen",
  filterBy: (status) => `Nach ${status} filtern`,
  stopFilterBy: (status) => `Nicht mehr nach ${status} filtern`,
};
