import Link from "next/link";
import { countFormat } from "@/components/format/count-format";
import { formatFull } from "@/components/format/format-instant";
import { formatLength, formatSpan } from "@/components/format/format-span";
import { classNames } from "@/components/ui/class-names";
import { Badge } from "@/components/ui/tone/badge";
import { RawValue } from "@/components/vocabulary/raw-value";
import { toValueFace } from "@/components/vocabulary/to-value-face";
import type { GapView } from "@/lib/coverage/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { AcknowledgeGaps, type GapAction, mayBeAcknowledged } from "./acknowledge-gaps";
import { gapHref } from "./gap-href";

export type GapActions = { acknowledge: GapAction; takeBack: GapAction };

type GapRowProps = {
  gap: GapView;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
  actions: GapActions;
};

/** One gap; its time leads to the calls of those days. */
export function GapRow({ gap, now, timeZone, vocabulary, actions }: GapRowProps) {
  const isSilence = gap.kind === "silence";
  const span = formatSpan(gap, timeZone, now);
  const { acknowledgedAt } = gap;
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2.5 sm:table-row">
      <td className={classNames(cell, "order-2 text-right sm:text-left")}>
        <Badge mood={isSilence ? "info" : "warn"}>{isSilence ? "Silence" : "Not listening"}</Badge>
      </td>
      <td className={classNames(cell, "order-1")}>
        <Link
          href={gapHref(gap, timeZone)}
          prefetch={false}
          title={`${formatFull(gap.fromAt, timeZone)} to ${formatFull(gap.toAt, timeZone)}`}
          className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          {span}
        </Link>
      </td>
      <td className={classNames(cell, "order-4 text-right")}>{formatLength(gap)}</td>
      <td className={classNames(cell, "wrap-anywhere order-3 text-muted sm:pr-0")}>
        {tellKnown(gap, vocabulary)}
      </td>
      <td className={classNames(cell, "order-5 col-span-2 sm:pr-0 [&_form]:-mr-2.5")}>
        <span className="flex items-center justify-end gap-2">
          {acknowledgedAt ? (
            <>
              <span className="text-muted" title={formatFull(acknowledgedAt, timeZone)}>
                Yes
              </span>
              <AcknowledgeGaps keys={[gap.key]} action={actions.takeBack} label={`Undo: ${span}`}>
                Undo
              </AcknowledgeGaps>
            </>
          ) : mayBeAcknowledged(gap) ? (
            <AcknowledgeGaps
              keys={[gap.key]}
              action={actions.acknowledge}
              label={`Acknowledge: ${span}`}
            >
              Acknowledge
            </AcknowledgeGaps>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

const cell = "min-w-0 sm:py-2 sm:pr-4 sm:align-baseline";

function tellKnown(gap: GapView, vocabulary: VocabularyView): React.ReactNode {
  if (gap.kind === "not-listening") {
    if (gap.isOngoing) return "Goes on: events can’t be kept";
    return gap.wasStopped ? "Earshot was stopped" : "Earshot was cut off";
  }
  const { series, isOngoing, expected } = gap;
  const { label, raw } =
    series.of === "all"
      ? { label: "All calls" }
      : toValueFace("campaign", series.campaign, vocabulary);
  return (
    <>
      <bdi>{label}</bdi>
      {raw === undefined ? null : (
        <>
          {" "}
          <RawValue>{raw}</RawValue>
        </>
      )}
      : at least {countFormat.format(expected)} expected
      {isOngoing ? "; goes on" : null}
    </>
  );
}
