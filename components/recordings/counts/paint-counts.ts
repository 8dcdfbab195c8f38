import type { Tone } from "@/components/ui/tone";
import { arrangeValues, toNameView, toValueView } from "@/components/vocabulary/values";
import type {
  FacetsView,
  FiguresView,
  PeriodFigures,
  TimelineView,
} from "@/lib/recordings/views/views";
import { getMerged, listWhole } from "@/lib/vocabulary/terms";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { type AxisTick, listTicks, type PlacedGap, placeGaps } from "./paint-axis";
import { countTexts } from "./texts.en";

/** A timeline and its statuses as people know them, in the order in which they are stacked. */
export type PaintedTimeline = TimelineView & {
  statuses: { status: string; label: string; tone: Tone }[];
  ticks: AxisTick[];
  /** Times of which calls may be missing. */
  gaps: PlacedGap[];
};

/**
 * From the bottom up: by their order where somebody chose one, then the most frequent first. The rarest
 * of very many are one.
 * @param gaps by the clock of the timeline's zone, as "2026-11-20 04:12:00"
 */
export function paintTimeline(
  view: TimelineView,
  vocabulary: VocabularyView,
  gaps: readonly PlacedGap<string>[] = [],
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

/** Null: too many calls to be counted. */
export type Sums = {
  calls: number | null;
  minutes: number | null;
  /** Calls with a status of success; null: or nobody has said which these are. */
  successes: number | null;
};

export type PaintedFigures = {
  current: Sums;
  /** Of the days before, both included; null: there are none to compare with. */
  before: (Sums & { from: string; to: string }) | null;
  /** What can be chosen as success, in the usual order: statuses of one name are one. */
  statuses: StatusChoice[];
};

export type StatusChoice = { label: string; tone: Tone; values: string[]; isSuccess: boolean };

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
