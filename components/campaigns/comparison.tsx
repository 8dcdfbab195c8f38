import { ChangeMark } from "@/components/figures/change-mark";
import { compareSums, type FigureSet } from "@/components/figures/compare-figures";
import { describeDays } from "@/components/format/days";
import { paintFigures, paintTimeline } from "@/components/recordings/counts/paint-counts";
import { prepareTimeline } from "@/components/timeline/prepare-timeline";
import { TimelinePlot, TimelineTicks } from "@/components/timeline/timeline-plot";
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
  const { campaign, from, to } = side.filter;
  const [first] = campaign.include;
  const days = describeDays(from, to);
  const view = { current: side.figures, before: null };
  const counted = side.figures.statuses?.map(({ status, calls }) => ({
    ...{ value: status, count: calls },
  }));
  return {
    ...side,
    key: index === 0 ? "first" : "second",
    name:
      first === undefined
        ? "All calls"
        : first === null
          ? "No campaign"
          : toName(vocabulary.campaign, first),
    days: days ? [days.verb === "is" ? "" : days.verb, days.value].join(" ").trim() : "Any date",
    sums: paintFigures(view, { status: [] }, vocabulary, success).current,
    statuses: new Map(
      mergeCounts(counted ?? [], vocabulary.status).map(({ merged, count }) => [
        merged.values[0],
        count,
      ]),
    ),
  };
}

function FigureTable({ sides, success }: { sides: ComparedSide[]; success: string[] }) {
  const [one, other] = sides;
  if (!one) return null;
  const place = other ? `in ${other.name}, ${other.days}` : "";
  const figures = sides.map((side, index) =>
    compareSums(side.sums, index === 0 && other ? other.sums : null, place),
  );
  const names: (keyof FigureSet)[] = ["calls", "minutes", "average", "success"];
  return (
    <table aria-label="Figures" className={tableStyle}>
      <SideHead sides={sides} first="Figure" />
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
                    <ChangeMark change={change} isGoodUp={name === "success"} same="equal" />
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
  const painted = sides.map(({ timeline }) => timeline && paintTimeline(timeline, vocabulary));
  const most = Math.max(0, ...painted.map((one) => (one ? prepareTimeline(one).most : 0)));
  const isLeftOut = painted.some((one) => one?.earlier || one?.later);
  return (
    <section aria-label="Timelines" className="grid gap-6 lg:grid-cols-2">
      {sides.map((side, index) => {
        const timeline = painted[index];
        return (
          <div key={side.key} className="min-w-0">
            <h2 className="truncate font-medium text-dense">
              <bdi>{side.name}</bdi> <span className="font-normal text-muted">{side.days}</span>
            </h2>
            <div className="@container pt-4 pl-8">
              {timeline && !timeline.isTooMany ? (
                <>
                  <div className="relative h-24">
                    <TimelinePlot timeline={prepareTimeline(timeline, most)} />
                  </div>
                  <TimelineTicks ticks={timeline.ticks} />
                </>
              ) : (
                <p className="py-10 text-muted text-xs">
                  {timeline ? "Too many calls to draw." : "No calls to show."}
                </p>
              )}
            </div>
          </div>
        );
      })}
      {isLeftOut ? (
        <p className="text-muted text-xs lg:col-span-2">
          A few calls of another age are left out of the drawings, but counted above.
        </p>
      ) : null}
    </section>
  );
}
