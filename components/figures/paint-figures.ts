import type { Tone } from "@/components/ui/tone";
import { arrangeValues } from "@/components/vocabulary/arrange-values";
import { toValueFace } from "@/components/vocabulary/to-value-face";
import type { FacetsView, FiguresView, PeriodFigures } from "@/lib/recordings/counts/views";
import type { VocabularyView } from "@/lib/vocabulary/views";

type Sums = {
  calls: number;
  minutes: number;
  /** Calls with a status of success; null: nobody has said which these are. */
  successes: number | null;
};

export type PaintedFigures = {
  /** Null: more calls match than are counted. */
  current: Sums | null;
  /** Of the days before, both included; null: there are none to compare with, or too many calls. */
  before: (Sums & { from: string; to: string }) | null;
  /** What can be chosen as success: statuses of one name are one, the usual order. */
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
  const success = new Set(successStatuses);
  const former = before && addUp(before.figures, success);
  const known = counted.flatMap(({ value }) => (value === null ? [] : [value]));
  return {
    current: addUp(current, success),
    before: before && former && { ...former, from: before.from, to: before.to },
    statuses: listChoices([...new Set([...known, ...success])], vocabulary, success),
  };
}

function addUp({ isTooMany, statuses }: PeriodFigures, success: Set<string>): Sums | null {
  if (isTooMany) return null;
  const sums = { calls: 0, minutes: 0, successes: success.size > 0 ? 0 : null };
  return statuses.reduce<Sums>(
    (sum, { status, calls, minutes }) => ({
      calls: sum.calls + calls,
      minutes: sum.minutes + minutes,
      successes: sum.successes === null ? null : sum.successes + (success.has(status) ? calls : 0),
    }),
    sums,
  );
}

/** A choice is success only where all of its values are. */
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
