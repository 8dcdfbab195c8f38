import Form from "next/form";
import { compareSums, type FigureSet } from "@/components/figures/compare-figures";
import { describeDays } from "@/components/format/dates";
import { paintFigures, paintTimeline } from "@/components/recordings/counts/paint-counts";
import { prepareTimeline } from "@/components/timeline/prepare-timeline";
import { TimelineGraph } from "@/components/timeline/timeline-graph";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/choice";
import { Field } from "@/components/ui/controls/field";
import { toNameView } from "@/components/vocabulary/values";
import { type ComparedSideView, type CompareQuery, writeCampaign } from "@/lib/campaigns/views";
import type { UnreadParameter } from "@/lib/list/list-page";
import { mergeCounts } from "@/lib/vocabulary/terms";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { comparePath } from "./campaigns-list";
import {
  ComparedRow,
  type ComparedSide,
  campaignsCompareTexts,
  NumberLink,
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
  const t = campaignsCompareTexts();
  const { campaign, from, to } = side.filter;
  const [first] = campaign.include;
  const view = { current: side.figures, before: null };
  const counted = side.figures.statuses?.map(({ status, calls }) => ({
    value: status,
    count: calls,
  }));
  return {
    ...side,
    key: index === 0 ? "first" : "second",
    name: first === undefined ? t.allCalls : toNameView("campaign", first, vocabulary).label,
    days: formatDays(from, to) ?? t.anyDate,
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
function formatDays(from: string | null, to: string | null): string | null {
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
        {names.map((name) => (
          <ComparedRow
            key={name}
            head={figures[0]?.[name].label}
            sides={sides}
            cell={(side, index) => (
              <NumberLink
                href={toHref(side, name === "success" ? success : [])}
                text={figures[index]?.[name].text ?? "—"}
              />
            )}
            change={figures[0]?.[name].change}
            isGoodUp={name === "success"}
          />
        ))}
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

type CampaignChoice = { campaign: string | null; label: string };

type CompareFormProps = {
  query: CompareQuery;
  unread: UnreadParameter[];
  choices: CampaignChoice[];
};

/** What is compared with what. Works without scripts. */
export function CompareForm({ query, unread, choices }: CompareFormProps) {
  const t = campaignsCompareTexts();
  const { campaigns, from, to, beforeFrom, beforeTo } = query;
  const errorOf = (parameter: string) => {
    const [wrong] = unread.filter((one) => one.parameter === parameter);
    if (!wrong) return undefined;
    if (parameter !== "campaign") return t.noDay(cut(wrong.value));
    return campaigns.length === 2 ? t.leftOut(cut(wrong.value)) : t.unreadable(cut(wrong.value));
  };
  const options = choices.map(({ campaign, label }) => (
    <option key={writeCampaign(campaign)} value={writeCampaign(campaign)}>
      {label}
    </option>
  ));
  const toChoice = (campaign: string | null | undefined) =>
    campaign === undefined ? "" : writeCampaign(campaign);
  return (
    <Form
      key={JSON.stringify(query)}
      action={comparePath}
      aria-label={t.whatIsCompared}
      className="grid items-start gap-4 lg:grid-cols-[1fr_1fr_auto]"
    >
      <Side
        title={t.firstSide}
        label={t.compareThis}
        empty={t.allCalls}
        options={options}
        campaign={toChoice(campaigns[0])}
        campaignError={campaigns.length < 2 ? errorOf("campaign") : undefined}
        days={[
          { name: "from", value: from, error: errorOf("from") },
          { name: "to", value: to, error: errorOf("to") },
        ]}
      />
      <Side
        title={t.secondSide}
        label={t.withThis}
        empty={t.sameInOtherPeriod}
        options={options}
        campaign={toChoice(campaigns[1])}
        campaignError={campaigns.length === 2 ? errorOf("campaign") : undefined}
        days={[
          { name: "before_from", value: beforeFrom, error: errorOf("before_from") },
          { name: "before_to", value: beforeTo, error: errorOf("before_to") },
        ]}
      />
      <Button type="submit" variant="primary" className="sm:justify-self-start lg:mt-6.5">
        {t.compare}
      </Button>
    </Form>
  );
}

type Day = { name: string; value: string | null; error: string | undefined };

type SideProps = {
  title: string;
  label: string;
  /** What no campaign means here. */
  empty: string;
  options: React.ReactNode;
  campaign: string;
  campaignError: string | undefined;
  days: [from: Day, to: Day];
};

function Side({ title, label, empty, options, campaign, campaignError, days }: SideProps) {
  const t = campaignsCompareTexts();
  const [from, to] = days;
  const isOrderWrong = from.value !== null && to.value !== null && from.value > to.value;
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]">
      <legend className="sr-only">{title}</legend>
      <div className="max-sm:col-span-2">
        <SelectField
          label={label}
          name="campaign"
          defaultValue={campaign}
          className="px-2"
          error={campaignError}
        >
          <option value="">{empty}</option>
          {options}
        </SelectField>
      </div>
      <Field {...day} label={t.from} {...toFieldProps(from)} />
      <Field
        {...day}
        label={t.to}
        {...toFieldProps(to)}
        error={to.error ?? (isOrderWrong ? t.beforeFirst : undefined)}
      />
    </fieldset>
  );
}

function toFieldProps({ name, value, error }: Day) {
  return { name, defaultValue: value ?? "", error };
}

const day = { type: "date", className: "px-2" };

function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}
