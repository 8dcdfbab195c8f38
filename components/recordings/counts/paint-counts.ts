import { formatDay } from "@/components/format/dates";
import { dateFormat } from "@/components/format/intl";
import type {
  PaintedFigures,
  PaintedTimeline,
  StatusChoice,
  Sums,
} from "@/components/recordings/list-answers";
import { arrangeValues, toNameView, toValueView } from "@/components/vocabulary/values";
import { texts } from "@/lib/language/texts";
import type {
  FacetsView,
  FiguresView,
  PeriodFigures,
  TimelineView,
} from "@/lib/recordings/views/views";
import { endOfUnit, listUnits, type TimelineUnit } from "@/lib/settings/timeline-units";
import { getMerged, listWhole } from "@/lib/vocabulary/terms";
import type { VocabularyView } from "@/lib/vocabulary/views";

/**
 * From the bottom up: by their order where somebody chose one, then the most frequent first. The rarest
 * of very many are one.
 * @param gaps by the clock of the timeline's zone, as "2026-11-20 04:12:00"
 */
export function paintTimeline(
  view: TimelineView,
  vocabulary: VocabularyView,
  gaps: readonly Gap[] = [],
): PaintedTimeline {
  const timeline = { ...view, ticks: listTicks(view), gaps: placeGaps(gaps, view) };
  const terms = vocabulary.status;
  const counts = joinCounts(timeline.counts, (status) => getMerged(terms, status).values[0]);
  const ofStatus = new Map<string, number>();
  for (const { status, count } of counts) {
    ofStatus.set(status, (ofStatus.get(status) ?? 0) + count);
  }
  const byCalls = [...ofStatus].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const isMany = byCalls.length > mostStatuses;
  const told = isMany ? byCalls.slice(0, mostStatuses - 1) : byCalls;
  const statuses = arrangeValues("status", told, (status) => status, vocabulary).map((status) => {
    const { label, tone = "grey" } = toNameView("status", status, vocabulary);
    return { status, label, tone };
  });
  if (!isMany) return { ...timeline, counts, statuses };
  const label = countTexts().otherStatuses(byCalls.length - told.length);
  const isTold = new Set(told);
  return {
    ...timeline,
    statuses: [...statuses, { status: otherStatuses, label, tone: "grey" }],
    counts: joinCounts(counts, (status) => (isTold.has(status) ? status : otherStatuses)),
  };
}

/** So many parts a bar has at most. */
const mostStatuses = 24;
/** No status is empty. */
const otherStatuses = "";

/** Of each bar, the calls of all statuses that become the same are one number. */
function joinCounts(
  counts: TimelineView["counts"],
  become: (status: string) => string,
): TimelineView["counts"] {
  const joined = new Map<string, TimelineView["counts"][number]>();
  for (const { startsOn, status: was, count } of counts) {
    const status = become(was);
    const key = `${startsOn} ${status}`;
    joined.set(key, { startsOn, status, count: count + (joined.get(key)?.count ?? 0) });
  }
  return [...joined.values()];
}

/** The sums of a filter, and the statuses as people know them. */
export function paintFigures(
  { current, before }: FiguresView,
  { status: counted }: Pick<FacetsView, "status">,
  vocabulary: VocabularyView,
  successStatuses: readonly string[],
): PaintedFigures {
  // What is said of one value of a name holds for all of them.
  const success = new Set(listWhole(successStatuses, vocabulary.status));
  const known = counted.flatMap(({ value }) => (value === null ? [] : [value]));
  return {
    current: addUp(current, success),
    before: before && {
      ...addUp(before.figures, success),
      from: before.from,
      to: before.to,
    },
    statuses: listChoices([...new Set([...known, ...success])], vocabulary, success),
  };
}

function addUp({ statuses, minutes }: PeriodFigures, success: Set<string>): Sums {
  const sum = (some: { calls: number }[]) => some.reduce((calls, one) => calls + one.calls, 0);
  return {
    calls: statuses && sum(statuses),
    minutes,
    successes:
      statuses && success.size > 0 ? sum(statuses.filter((one) => success.has(one.status))) : null,
  };
}

/** What can be chosen, by name. */
function listChoices(
  values: string[],
  vocabulary: VocabularyView,
  success: Set<string>,
): StatusChoice[] {
  const choices = new Map<string, StatusChoice>();
  for (const value of arrangeValues("status", values, (one) => one, vocabulary)) {
    const { label, tone = "grey" } = toValueView("status", value, vocabulary);
    const former = choices.get(label);
    const isSuccess = success.has(value) && (former?.isSuccess ?? true);
    choices.set(label, {
      tone,
      ...former,
      label,
      values: [...(former?.values ?? []), value],
      isSuccess,
    });
  }
  return [...choices.values()];
}

type Span = { unit: TimelineUnit; from: string; to: string };

type PlacedGap = PaintedTimeline["gaps"][number];
/** The same by the clock of the timeline's zone, as "2026-11-20 04:12:00". */
type Gap = { from: string; to: string; text: string };

/**
 * Where gaps lie among bars of one width each.
 * @param gaps by the clock of the timeline's zone, as "2026-11-20 04:12:00"
 */
export function placeGaps(gaps: readonly Gap[], span: Span): PlacedGap[] {
  const bars = listBars(span);
  const place = (moment: string): number => {
    const day = moment.slice(0, 10);
    if (day < span.from) return 0;
    if (day > span.to) return 1;
    const index = bars.findLastIndex(({ from }) => from <= day);
    const bar = bars[index];
    if (!bar) return 0;
    const days = toDayNumber(bar.to) - toDayNumber(bar.from) + 1;
    const past = toDayNumber(day) - toDayNumber(bar.from) + toShareOfDay(moment);
    return (index + past / days) / bars.length;
  };
  return gaps.flatMap(({ from, to, text }) => {
    const placed = { from: place(from), to: place(to), text };
    return placed.to > placed.from ? [placed] : [];
  });
}

/** The few bars that hold the beginning of something round: a day, a week, a month or a year. */
export function listTicks(span: Span): PaintedTimeline["ticks"] {
  const bars = listBars(span);
  for (const { findRound, format } of steps) {
    const ticks = bars.flatMap((bar, index) => {
      const day = findRound(bar, index, span.unit);
      return day === null ? [] : [{ at: (index + 0.5) / bars.length, day }];
    });
    if (ticks.length === 0 || ticks.length > mostTicks) continue;
    return ticks.map(({ at, day }, order) => ({ at, label: format(day, order === 0) }));
  }
  return [];
}

const mostTicks = 8;

type Bar = { from: string; to: string };
type Step = {
  /** The round day that a bar holds; null: it holds none. */
  findRound: (bar: Bar, index: number, unit: TimelineUnit) => string | null;
  format: (day: string, isFirst: boolean) => string;
};

const steps: Step[] = [
  ...[1, 2].map((days) => ({
    findRound: ({ from }: Bar, index: number, unit: TimelineUnit) =>
      unit === "day" && index % days === 0 ? from : null,
    format: formatBriefDay,
  })),
  ...[7, 14].map((days) => ({
    findRound: ({ from }: Bar, _: number, unit: TimelineUnit) =>
      unit === "day" && (toDayNumber(from) - aMonday) % days === 0 ? from : null,
    format: formatBriefDay,
  })),
  ...[1, 3, 6].map((months) => ({
    findRound: (bar: Bar) => findRoundMonth(bar, months),
    format: formatMonth,
  })),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000].map((years) => ({
    findRound: (bar: Bar) => findRoundMonth(bar, years * 12),
    format: formatYear,
  })),
];

/** The first day of the last month of a bar that is a multiple; null: it begins in none of its days. */
function findRoundMonth({ from, to }: Bar, months: number): string | null {
  const number = Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - 1;
  const round = number - (number % months);
  const year = String(Math.floor(round / 12)).padStart(4, "0");
  const day = `${year}-${String((round % 12) + 1).padStart(2, "0")}-01`;
  return day >= from ? day : null;
}

function formatBriefDay(day: string, isFirst: boolean): string {
  return isFirst ? formatDay(day) : dayFormat.format(toDate(day));
}

function formatMonth(day: string, isFirst: boolean): string {
  const month = monthFormat.format(toDate(day));
  return isFirst || day.slice(5, 7) === "01" ? `${month} ${formatYear(day)}` : month;
}

function formatYear(day: string): string {
  return (day < "1000" ? earlyYearFormat : yearFormat).format(toDate(day));
}

function listBars({ unit, from, to }: Span): Bar[] {
  return listUnits(from, to, unit).map((start) => {
    const end = endOfUnit(start, unit);
    return { from: start < from ? from : start, to: end > to ? to : end };
  });
}

function toDayNumber(day: string): number {
  return toDate(day).getTime() / dayMs;
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toShareOfDay(moment: string): number {
  return Date.parse(`1970-01-01T${moment.slice(11)}Z`) / dayMs;
}

const dayMs = 86_400_000;
/** 5 January 1970, in days since its first. */
const aMonday = 4;
const options: Intl.DateTimeFormatOptions = { month: "short", timeZone: "UTC" };
const monthFormat = dateFormat(options);
const dayFormat = dateFormat({ ...options, day: "numeric" });
const yearFormat = dateFormat({ year: "numeric", timeZone: "UTC" });
/** Years of less than four digits look like days. */
const earlyYearFormat = dateFormat({ year: "numeric", era: "short", timeZone: "UTC" });

export const countTexts = texts("recordingCounts", {
  otherStatuses: (count: number) => `${count} other statuses`,
});
