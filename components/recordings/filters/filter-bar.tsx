import { ActiveFilters, toPlace } from "@/components/list/chips";
import { type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import { ChoiceList, clearChoice, DayFields, FilterForm } from "@/components/list/header";
import { ListForm } from "@/components/list/navigation";
import { listTexts } from "@/components/list/texts.en";
import { Toolbar } from "@/components/list/toolbar";
import { toFacetSelection, toMergedTokens } from "@/components/recordings/counts/facet-options";
import type { FacetField } from "@/components/recordings/list-answers";
import { filterHref, otherParameters } from "@/components/recordings/list-href";
import type { BulkTranscriptActions } from "@/components/transcript/transcript-section";
import { markFieldLabels, valueFieldLabels } from "@/components/vocabulary/values";
import { writeValue } from "@/lib/list/list-page";
import {
  emptyFilter,
  type MarkField,
  markKinds,
  type RecordingFilter,
  type RecordingQuery,
  type ValueFilter,
} from "@/lib/recordings/filter/filter";
import { resolveDates, toFixedDays } from "@/lib/recordings/filter/resolve-dates";
import type { ViewContext } from "@/lib/vocabulary/views";
import { describeFilter, type MarkNames } from "./filter-chips";
import { filterBarTexts, minutePresets, relativePresets } from "./filter-choices";
import {
  DateCalendar,
  FacetChoice,
  FacetFilter,
  HeardCount,
  MarkFilter,
  type MarkFilterProps,
  MinutesRange,
} from "./filter-controls";
import { dayStyle, MoreFilter, PhoneFilter } from "./more-filter";
import type { ProtectListActions } from "./protect-calls";

export type FilterBarProps = ViewContext & {
  query: RecordingQuery;
  /** What can be done with the calls of an audio filter; null: no audio is kept. */
  audio: Pick<MarkFilterProps, "again"> | null;
  /** What can have the calls transcribed; null: nothing is set up. */
  transcribe: BulkTranscriptActions | null;
  /** What can protect all of the calls; null: no audio is kept. */
  protection: ProtectListActions | null;
  names: MarkNames;
};

/** Every filter of the list, one button each. */
export function FilterBar(props: FilterBarProps) {
  const { query, now, timeZone, vocabulary, audio, names, transcribe, protection } = props;
  const t = filterBarTexts();
  const filterLabels = listLabels();
  const merged = toMergedTokens(vocabulary);
  const chips = describeFilter(query, { now, timeZone }, vocabulary, names);
  const place = (label: string): FilterPlace => ({
    order: toPlace(label, filterLabels).order - 1,
    hasChip: chips.some(({ name }) => name === label),
  });
  const toFacet = (field: FacetField) => ({
    field,
    label: valueFieldLabels[field],
    merged: merged[field] ?? [],
    selection: toFacetSelection(field, query.filter[field]),
    others: otherParameters(query, [field]),
  });
  const facet = (field: FacetField) => (
    <FacetFilter {...toFacet(field)} place={place(valueFieldLabels[field])} />
  );
  const mark = (field: MarkField, options: Pick<MarkFilterProps, "again"> = {}) => (
    <MarkFilter
      field={field}
      {...options}
      parameter={markKinds[field].parameter}
      label={markFieldLabels[field]}
      selection={{
        include: query.filter[field].include.map(writeValue),
        exclude: query.filter[field].exclude.map(writeValue),
      }}
      others={otherParameters(query, [markKinds[field].parameter])}
      place={place(markFieldLabels[field])}
    />
  );
  return (
    <section aria-label={listTexts().filters} className="filter-strip min-w-0 flex-1">
      <Toolbar label={t.filterBy} className="flex items-center [reading-flow:flex-visual]">
        {facet("status")}
        {facet("campaign")}
        <DateFilter query={query} now={now} timeZone={timeZone} place={place(listTexts().date)} />
        <MinutesFilter query={query} place={place(t.minutes)} />
        <HeardFilter query={query} place={place(markFieldLabels.heard)} />
        {mark("tag")}
        {mark("review")}
        {audio ? mark("audio", audio) : null}
        {audio ? mark("check") : null}
        {facet("type")}
        <PhoneFilter query={query} place={place(t.phoneNumber.label)} />
        <MoreFilter
          query={query}
          transcribe={transcribe}
          protection={protection}
          gender={<FacetChoice {...toFacet("gender")} />}
          place={{ ...place(t.more), isLast: true }}
        />
        <ActiveFilters
          chips={chips}
          clearHref={filterHref(query, emptyFilter)}
          joined={filterLabels}
        />
      </Toolbar>
    </section>
  );
}

/** In the order of their buttons. */
function listLabels(): string[] {
  const t = filterBarTexts();
  const { status, campaign, type } = valueFieldLabels;
  const { heard, tag, review, audio, check } = markFieldLabels;
  return [
    status,
    campaign,
    listTexts().date,
    t.minutes,
    heard,
    tag,
    review,
    audio,
    check,
    type,
    t.phoneNumber.label,
    t.more,
  ];
}

type DateFilterProps = { query: RecordingQuery; now: Date; timeZone: string; place: FilterPlace };

/** The days on which calls were created: usual ones, which go with the calendar, or fixed ones. */
function DateFilter({ query, now, timeZone, place }: DateFilterProps) {
  const t = listTexts();
  const clock = { now, timeZone };
  const { days } = query.filter;
  const { from, to } = resolveDates(query.filter, clock);
  const others = otherParameters(query, ["from", "to", "days"]);
  return (
    <FilterPopover label={t.date} chosen={from || to ? 1 : 0} place={place} className="sm:w-108">
      <div className="sm:flex">
        <ChoiceList
          choices={[
            ...relativePresets.map((preset) => ({
              label: preset.label,
              href: filterHref(query, { from: null, to: null, days: preset.days }),
              isChosen: preset.days === days,
            })),
            ...clearChoice(Boolean(from || to), t.anyDate, filterHref(query, anyDay)),
          ]}
          closes
          className="grid shrink-0 grid-cols-3 p-1.5 max-sm:border-line max-sm:border-b sm:block sm:w-36"
        />
        <div className="min-w-0 flex-1 space-y-3 p-3 sm:border-line sm:border-l">
          <DateCalendar
            from={from}
            to={to}
            others={others}
            today={toFixedDays("today", clock).to}
          />
          <FilterForm others={others} note={t.daysIn(timeZone)} className="space-y-3">
            <DayFields days={{ from, to }} className={dayStyle} />
          </FilterForm>
        </div>
      </div>
    </FilterPopover>
  );
}

const anyDay = { from: null, to: null, days: null };

type MinutesFilterProps = { query: RecordingQuery; place: FilterPlace };

/** The length of calls: a usual range, or any. */
function MinutesFilter({ query, place }: MinutesFilterProps) {
  const t = filterBarTexts();
  const { least, most } = query.filter.minutes;
  const isSet = least !== null || most !== null;
  return (
    <FilterPopover label={t.minutes} chosen={isSet ? 1 : 0} place={place}>
      <ChoiceList
        choices={[
          ...minutePresets.map(({ label, minutes }) => ({
            label,
            href: filterHref(query, { minutes }),
            isChosen: minutes.least === least && minutes.most === most && isSet,
          })),
          ...clearChoice(isSet, t.anyLength, filterHref(query, { minutes: anyLength })),
        ]}
        closes
      />
      <ListForm
        others={otherParameters(query, ["minutes"])}
        className="space-y-3 border-line border-t p-3"
      >
        <MinutesRange key={`${least}..${most}`} least={least} most={most} />
      </ListForm>
    </FilterPopover>
  );
}

const anyLength: RecordingFilter["minutes"] = { least: null, most: null };

type HeardFilterProps = { query: RecordingQuery; place: FilterPlace };

/** Who has heard a call: the viewer, anybody, or all of them half of it. */
function HeardFilter({ query, place }: HeardFilterProps) {
  const t = filterBarTexts();
  const { heard } = query.filter;
  const chosen = heard.include.length + heard.exclude.length;
  const parameters = `${new URLSearchParams(otherParameters(query, ["heard"]))}`;
  return (
    <FilterPopover label={markFieldLabels.heard} chosen={chosen} place={place}>
      <ChoiceList
        choices={[
          ...choices.map(({ name, of, side }) => {
            const filter = toFilter(of, side);
            return {
              label: t.heard[name],
              href: filterHref(query, { heard: filter }),
              isChosen: JSON.stringify(filter) === JSON.stringify(heard),
              beside: <HeardCount of={of} side={side} parameters={parameters} />,
            };
          }),
          ...clearChoice(chosen > 0, t.clear, filterHref(query, { heard: emptyFilter.heard })),
        ]}
        closes
      />
      <p className="border-line border-t px-3.5 py-2.5 text-muted text-xs">{t.whenHeard}</p>
    </FilterPopover>
  );
}

const choices = [
  { name: "notByMe", of: "me", side: "unheard" },
  { name: "byMe", of: "me", side: "heard" },
  { name: "notByAnyone", of: "anyone", side: "unheard" },
  { name: "byAnyone", of: "anyone", side: "heard" },
  { name: "lessThanHalf", of: "half", side: "unheard" },
  { name: "atLeastHalf", of: "half", side: "heard" },
] as const;

function toFilter(value: string, side: "heard" | "unheard"): ValueFilter {
  return side === "heard" ? { include: [value], exclude: [] } : { include: [], exclude: [value] };
}
