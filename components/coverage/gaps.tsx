import type { Route } from "next";
import { formatFull, Instant, zoneName } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { formatLength, formatSpan, toDay } from "@/components/format/time-spans";
import { filterHref } from "@/components/recordings/list-href";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { ButtonLink, TextLink } from "@/components/ui/controls/links";
import { Description, DescriptionList } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import { RawValue, toValueView } from "@/components/vocabulary/values";
import type { CoverageView, GapView, ListeningView } from "@/lib/coverage/views";
import { emptyFilter, firstPage, type RecordingQuery } from "@/lib/recordings/filter/filter";
import type { ViewContext, VocabularyView } from "@/lib/vocabulary/views";
import { coverageTexts } from "./word-gap";

type GapActions = { acknowledge: GapAction; takeBack: GapAction };

type GapTableProps = ViewContext & {
  gaps: GapView[];
  actions: GapActions;
};

/** Gaps, the latest first. Where it is narrow, each row becomes a few lines. */
export function GapTable({ gaps, ...seen }: GapTableProps) {
  const t = coverageTexts();
  return (
    <table aria-label={t.gaps} className="block w-full text-dense tabular-nums sm:table">
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="text-left text-muted text-xs">
          {columns.map(({ name, className }) => (
            <th key={name} scope="col" className={classNames("pb-2 font-medium", className)}>
              {t.columns[name]}
              {name === "time" ? (
                <span className="ml-1 text-faint">{zoneName(seen.timeZone)}</span>
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line sm:table-row-group">
        {gaps.map((gap) => (
          <GapRow key={gap.key} gap={gap} {...seen} />
        ))}
      </tbody>
    </table>
  );
}

const columns = [
  { name: "kind", className: "sm:w-32 sm:pr-4" },
  { name: "time", className: "sm:pr-4" },
  { name: "length", className: "sm:w-24 sm:pr-4 sm:text-right" },
  { name: "known", className: "" },
  { name: "acknowledged", className: "sm:w-32 sm:text-right" },
] as const;

type GapRowProps = Omit<GapTableProps, "gaps"> & { gap: GapView };

/** One gap; its time leads to the calls of those days. */
function GapRow({ gap, now, timeZone, vocabulary, actions }: GapRowProps) {
  const t = coverageTexts();
  const span = formatSpan(gap, timeZone, now);
  const { acknowledgedAt } = gap;
  const isSilence = gap.kind === "silence";
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2.5 sm:table-row">
      <td className={classNames(cell, "order-2 text-right sm:text-left")}>
        <Badge variant={isSilence ? "info" : "warn"}>{isSilence ? t.silence : t.offline}</Badge>
      </td>
      <td className={classNames(cell, "order-1")}>
        <TextLink
          href={gapHref(gap, timeZone)}
          title={t.span(formatFull(gap.fromAt, timeZone), formatFull(gap.toAt, timeZone))}
        >
          {span}
        </TextLink>
      </td>
      <td className={classNames(cell, "order-4 text-right")}>{formatLength(gap)}</td>
      <td className={classNames(cell, "wrap-anywhere order-3 text-muted")}>
        {describeKnown(gap, vocabulary)}
      </td>
      <td className={classNames(cell, "order-5 col-span-2 [&_form]:-mr-2.5")}>
        <span className="flex items-center justify-end gap-2">
          {acknowledgedAt ? (
            <>
              <span className="text-muted" title={formatFull(acknowledgedAt, timeZone)}>
                {t.isAcknowledged}
              </span>
              <AcknowledgeGaps keys={[gap.key]} action={actions.takeBack} label={t.undoNamed(span)}>
                {t.undo}
              </AcknowledgeGaps>
            </>
          ) : mayBeAcknowledged(gap) ? (
            <AcknowledgeGaps
              keys={[gap.key]}
              action={actions.acknowledge}
              label={t.acknowledgeNamed(span)}
            >
              {t.acknowledge}
            </AcknowledgeGaps>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

const cell = "min-w-0 sm:py-2 sm:align-baseline sm:not-last:pr-4";

function describeKnown(gap: GapView, vocabulary: VocabularyView): React.ReactNode {
  const t = coverageTexts();
  if (gap.kind === "not-listening") {
    if (gap.isOngoing) return t.goesOn;
    return gap.wasStopped ? t.wasStopped : t.wasCutOff;
  }
  const { series, isOngoing, expected } = gap;
  const { label, raw } =
    series.of === "all"
      ? { label: t.allCalls }
      : toValueView("campaign", series.campaign, vocabulary);
  return fillText(isOngoing ? t.expectedGoesOn(expected) : t.expected(expected), {
    calls: (
      <>
        <bdi>{label}</bdi>
        {raw === undefined ? null : (
          <>
            {" "}
            <RawValue>{raw}</RawValue>
          </>
        )}
      </>
    ),
  });
}

/** The list on the days of a gap, and of the campaign that was silent. */
export function gapHref(gap: GapView, timeZone: string, query: RecordingQuery = wholeList): Route {
  const days = { ...gapDays(gap, timeZone), days: null };
  if (gap.kind !== "silence" || gap.series.of === "all") return filterHref(query, days);
  return filterHref(query, { ...days, campaign: { include: [gap.series.campaign], exclude: [] } });
}

/** The first and the last day of a gap in a zone, as YYYY-MM-DD. */
export function gapDays({ fromAt, toAt }: GapView, timeZone: string): { from: string; to: string } {
  return { from: toDay(new Date(fromAt), timeZone), to: toDay(new Date(toAt), timeZone) };
}

const wholeList: RecordingQuery = { filter: emptyFilter, page: firstPage };

/** Takes the keys of gaps, each as `gap`. */
export type GapAction = (form: FormData) => Promise<void>;

/** Nobody shall overlook that nothing can be kept right now. */
export function mayBeAcknowledged({ kind, isOngoing }: GapView): boolean {
  return kind === "silence" || !isOngoing;
}

type AcknowledgeGapsProps = {
  keys: string[];
  action: GapAction;
  /** The button's name, where its words alone do not tell. */
  label?: string;
  children: React.ReactNode;
};

/** A button that does something with gaps. */
export function AcknowledgeGaps({ keys, action, label, children }: AcknowledgeGapsProps) {
  return (
    <form action={action} className="shrink-0">
      {keys.map((key) => (
        <input key={key} type="hidden" name="gap" value={key} />
      ))}
      <SubmitButton variant="ghost" size="small" aria-label={label}>
        {children}
      </SubmitButton>
    </form>
  );
}

type AboutGapsProps = { listening: ListeningView; timeZone: string };

/** How gaps are found, so that one can judge what their absence is worth. */
export function AboutGaps({ listening, timeZone }: AboutGapsProps) {
  const t = coverageTexts();
  return (
    <Section title={t.about.title}>
      <DescriptionList>
        <Description term={t.about.watchedSince}>
          {listening ? <Instant at={listening.sinceAt} timeZone={timeZone} /> : t.about.notYet}
        </Description>
        <Description term={t.about.lastHeartbeat}>
          {listening ? <Instant at={listening.lastBeatAt} timeZone={timeZone} /> : t.about.noneYet}
        </Description>
        <Description term={t.offline}>{t.about.offline}</Description>
        <Description term={t.silence}>{t.about.silence}</Description>
      </DescriptionList>
    </Section>
  );
}

type CoverageSectionProps = ViewContext & {
  coverage: CoverageView;
  gapActions: GapActions;
};

/** The latest gaps, and what stands behind their absence. */
export function CoverageSection(props: CoverageSectionProps) {
  const { coverage, gapActions, now, timeZone, vocabulary } = props;
  const { listening, gaps } = coverage;
  const t = coverageTexts();
  return (
    <Section
      title={t.possibleGaps}
      description={t.description}
      actions={
        <ButtonLink href={gapsPath} size="small">
          {t.allGaps}
        </ButtonLink>
      }
    >
      <div className="space-y-3">
        {gaps.length > 0 ? (
          <GapTable
            gaps={gaps}
            now={now}
            timeZone={timeZone}
            vocabulary={vocabulary}
            actions={gapActions}
          />
        ) : null}
        {listening ? (
          <p className="text-dense text-muted">
            {gaps.length === 0 ? t.nothingMissing : null}
            {fillText(t.watched, {
              since: <Instant at={listening.sinceAt} timeZone={timeZone} />,
              beat: <Instant at={listening.lastBeatAt} timeZone={timeZone} />,
            })}
          </p>
        ) : (
          <p className="text-dense text-muted">{t.noHeartbeat}</p>
        )}
      </div>
    </Section>
  );
}

type GapsPagingProps = { isFirst: boolean; after: string | null };

/** The way to earlier gaps, and back to the latest. */
export function GapsPaging({ isFirst, after }: GapsPagingProps) {
  if (isFirst && !after) return null;
  const t = coverageTexts();
  return (
    <nav aria-label={t.pages} className="flex justify-end gap-2">
      {isFirst ? null : (
        <ButtonLink href={gapsPath} size="small" variant="ghost">
          {t.latest}
        </ButtonLink>
      )}
      {after ? (
        <ButtonLink href={gapsHref(after)} size="small" rel="next">
          {t.earlier}
        </ButtonLink>
      ) : null}
    </nav>
  );
}

const gapsPath: Route = "/settings/webhooks/gaps";

/** The gaps that came before a cursor. */
function gapsHref(after: string): Route {
  return `${gapsPath}?${new URLSearchParams({ after })}` as Route;
}
