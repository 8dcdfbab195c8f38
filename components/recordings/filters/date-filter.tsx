import { ChoiceLink } from "@/components/list/choice-link";
import { FilterPopover } from "@/components/list/filter-popover";
import { ListForm } from "@/components/list/list-form";
import { filterHref, otherParameters } from "@/components/recordings/list-href";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { fixDays, toFixedDays } from "@/lib/recordings/filter/fix-days";
import { DateCalendar } from "./date-calendar";
import { relativePresets } from "./relative-presets";

type DateFilterProps = { query: RecordingQuery; now: Date; timeZone: string };

/** The days on which calls were created: usual ones, which go with the calendar, or fixed ones. */
export function DateFilter({ query, now, timeZone }: DateFilterProps) {
  const clock = { now, timeZone };
  const { days } = query.filter;
  const { from, to } = fixDays(query.filter, clock);
  const others = otherParameters(query, ["from", "to", "days"]);
  return (
    <FilterPopover label="Date" chosen={from || to ? 1 : 0} className="sm:w-108">
      <div className="sm:flex">
        <ul className="grid shrink-0 grid-cols-3 p-1.5 max-sm:border-line max-sm:border-b sm:block sm:w-36">
          {relativePresets.map((preset) => (
            <li key={preset.days}>
              <ChoiceLink
                href={filterHref(query, { from: null, to: null, days: preset.days })}
                isChosen={preset.days === days}
              >
                {preset.label}
              </ChoiceLink>
            </li>
          ))}
          {from || to ? (
            <li>
              <ChoiceLink href={filterHref(query, anyDay)} isChosen={false}>
                Any date
              </ChoiceLink>
            </li>
          ) : null}
        </ul>
        <div className="min-w-0 flex-1 space-y-3 p-3 sm:border-line sm:border-l">
          <DateCalendar {...{ from, to, others }} today={toFixedDays("today", clock).to} />
          <ListForm others={others} className="space-y-3">
            <div key={`${from} ${to}`} className="grid grid-cols-2 gap-2">
              <Field {...day} label="From" name="from" defaultValue={from ?? ""} />
              <Field {...day} label="To" name="to" defaultValue={to ?? ""} />
            </div>
            <div className="flex items-center justify-between gap-2">
              <p className="truncate text-muted text-xs">Days in {timeZone}</p>
              <Button type="submit" size="small">
                Apply
              </Button>
            </div>
          </ListForm>
        </div>
      </div>
    </FilterPopover>
  );
}

const anyDay = { from: null, to: null, days: null };
// The calendar above it is the same in every browser.
const day = { type: "date", className: "px-2 [&::-webkit-calendar-picker-indicator]:hidden" };
