import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { TimelineUnit } from "@/lib/settings/timeline-units";
import type { timelineTexts } from "./prepare-timeline";

type ToldCount = Parameters<ReturnType<typeof timelineTexts>["calls"]>[0];

const amount = ({ count, isEstimate }: ToldCount) =>
  `${isEstimate ? "etwa " : ""}${countFormat.format(count)}`;
const calls = (told: ToldCount) => `${amount(told)} ${told.count === 1 ? "Anruf" : "Anrufe"}`;

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
    earlier: (told) => `${amount(told)} früher`,
    later: (told) => `${amount(told)} später`,
  },
  outliers: {
    earlier: (told, days) => `${told} früher: ${days}`,
    later: (told, days) => `${told} später: ${days}`,
  },
  earlyYear: (year) => `${year} n. Chr.`,
  summary: (unit, days, total, most) => {
    const { by, a } = units[unit];
    return `Anrufe nach ${by}, ${days}: ${calls(total)}, höchstens ${amount(most)} ${a}`;
  },
  missing: (gap) => `Anrufe können fehlen: ${gap}`,
  estimate: "Schätzung",
  estimateMeaning: " aus einer Stichprobe",
  estimateHint: (most) =>
    `Mehr als ${countFormat.format(most)} Anrufe passen. Die Balken zeigen, wie viele es etwa sind, nach einer Stichprobe.`,
  statuses: "Status",
  legend: "Legende",
  moreStatuses: (count) => `${count} weitere Status`,
  rarer: (count) => `${count} seltenere stehen im Filter „Status“.`,
  gap: "Lücke",
  gapMeaning: ": Anrufe können fehlen",
  filterBy: (status) => `Nach ${status} filtern`,
  stopFilterBy: (status) => `Nicht mehr nach ${status} filtern`,
};
