import type { Tone } from "@/components/ui/tone/tone";
import { arrangeValues } from "@/components/vocabulary/arrange-values";
import { toValueFace } from "@/components/vocabulary/to-value-face";
import type { FacetsView, FiguresView, PeriodFigures } from "@/lib/recordings/counts/views";
import { getMerged } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";

/** Null: too many calls to be counted. */
type Sums = {
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
  const success = new Set(
    successStatuses.flatMap((status) => getMerged(vocabulary.status, status).values),
  );
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
    const { label, tone = "grey" } = toValueFace("status", value, vocabulary);
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
