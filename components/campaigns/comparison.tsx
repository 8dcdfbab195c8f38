import { ChangeMark } from "@/components/figures/change-mark";
import { compareSums, type FigureSet } from "@/components/figures/compare-figures";
import { describeDays } from "@/components/format/days";
import { paintFigures, paintTimeline } from "@/components/recordings/counts/paint-counts";
import { prepareTimeline } from "@/components/timeline/prepare-timeline";
import { TimelineGraph } from "@/components/timeline/timeline-graph";
import type { ComparedSideView } from "@/lib/campaigns/views";
import { mergeCounts, toName } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";
import {
  type ComparedSide,
  cellStyle,
  Difference,
  NumberLink,
  rowHeadStyle,
  SideHead,
  StatusTable,
  tableStyle,
  toHref,
} from "./compare-tables";
import { campaignsCompareTexts } from "./compare-texts.en";

type ComparisonProps = {
  sides: ComparedSideView[];
  /** Every status of success. */
  success: string[];
  vocabulary: VocabularyView;
};

/** Two sides beside each other, with how the first differs from the second. */
export function Comparison({ sides, success, vocabulary }: ComparisonProps) {
  const painted = sides.map((side, index) => paintSide(side, index, vocabulary, success));
  return (
    <div className="space-y-8">
      <FigureTable sides={painted} success={success} />
      <StatusTable sides={painted} vocabulary={vocabulary} />
      <Timelines sides={painted} vocabulary={vocabulary} />
    </div>
  );
}

function paintSide(
  side: ComparedSideView,
  index: number,
  vocabulary: VocabularyView,
  success: string[],
): ComparedSide {
  const t = campaignsCompareTexts();
  const { campaign, from, to } = side.filter;
  const [first] = campaign.include;
  const view = { current: side.figures, before: null };
  const counted = side.figures.statuses?.map(({ status, calls }) => ({
    ...{ value: status, count: calls },
  }));
  return {
    ...side,
    key: index === 0 ? "first" : "second",
    name:
      first === undefined
        ? t.allCalls
        : first === null
          ? t.noCampaign
          : toName(vocabulary.campaign, first),
    days: tellDays(from, to) ?? t.anyDate,
    sums: paintFigures(view, { status: [] }, vocabulary, success).current,
    statuses: new Map(
      mergeCounts(counted ?? [], vocabulary.status).map(({ merged, count }) => [
        merged.values[0],
        count,
      ]),
    ),
  };
}

/** Both days, or from or until when; null where neither is set. */
function tellDays(from: string | null, to: string | null): string | null {
  const days = describeDays(from, to);
  return days && (from && to ? days.value : `${days.verb} ${days.value}`);
}

function FigureTable({ sides, success }: { sides: ComparedSide[]; success: string[] }) {
  const t = campaignsCompareTexts();
  const [one, other] = sides;
  if (!one) return null;
  const place = (figure: string) => (other ? t.ofOther(figure, other.name, other.days) : figure);
  const figures = sides.map((side, index) =>
    compareSums(side.sums, index === 0 && other ? other.sums : null, place),
  );
  const names: (keyof FigureSet)[] = ["calls", "minutes", "average", "success"];
  return (
    <table aria-label={t.figures} className={tableStyle}>
      <SideHead sides={sides} first={t.figure} />
      <tbody>
        {names.map((name) => {
          const change = figures[0]?.[name].change;
          return (
            <tr key={name}>
              <th scope="row" className={rowHeadStyle}>
                {figures[0]?.[name].label}
              </th>
              {sides.map((side, index) => (
                <td key={side.key} className={cellStyle}>
                  <NumberLink
                    href={toHref(side, name === "success" ? success : [])}
                    text={figures[index]?.[name].text ?? "—"}
                  />
                </td>
              ))}
              <td className={cellStyle}>
                {change ? (
                  <Difference>
                    <ChangeMark change={change} isGoodUp={name === "success"} same={t.equal} />
                  </Difference>
                ) : (
                  <span className="text-faint">—</span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type TimelinesProps = { sides: ComparedSide[]; vocabulary: VocabularyView };

/** The calls of both sides over time, drawn to one scale. */
function Timelines({ sides, vocabulary }: TimelinesProps) {
  const t = campaignsCompareTexts();
  const painted = sides.map(({ timeline }) => timeline && paintTimeline(timeline, vocabulary));
  const most = Math.max(0, ...painted.map((one) => (one ? prepareTimeline(one).most : 0)));
  const isLeftOut = painted.some((one) => one?.earlier || one?.later);
  return (
    <section aria-label={t.timelines} className="grid gap-6 lg:grid-cols-2">
      {sides.map((side, index) => {
        const timeline = painted[index];
        return (
          <div key={side.key} className="min-w-0">
            <h2 className="truncate font-medium text-dense">
              <bdi>{side.name}</bdi> <span className="font-normal text-muted">{side.days}</span>
            </h2>
            <div className="@container pt-4 pl-8">
              {timeline && !timeline.isTooMany ? (
                <TimelineGraph
                  timeline={prepareTimeline(timeline, most)}
                  label={t.barsOf(side.name, side.days)}
                  className="h-24"
                />
              ) : (
                <p className="py-10 text-muted text-xs">{timeline ? t.tooMany : t.noCalls}</p>
              )}
            </div>
          </div>
        );
      })}
      {isLeftOut ? <p className="text-muted text-xs lg:col-span-2">{t.outliers}</p> : null}
    </section>
  );
}
