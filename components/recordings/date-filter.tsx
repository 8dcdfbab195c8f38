import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { RecordingQuery } from "@/lib/recordings/filter";
import { ChoiceLink } from "./choice-link";
import { datePresets } from "./date-presets";
import { FilterPopover } from "./filter-popover";
import { ListForm } from "./list-form";
import { filterHref, otherParameters } from "./list-href";

type DateFilterProps = { query: RecordingQuery; now: Date; timeZone: string };

/** The days on which calls were created: a usual span, or any. */
export function DateFilter({ query, now, timeZone }: DateFilterProps) {
  const { from, to } = query.filter;
  return (
    <FilterPopover label="Date" chosen={from || to ? 1 : 0}>
      <ul className="p-1.5">
        {datePresets(now, timeZone).map((preset) => (
          <li key={preset.label}>
            <ChoiceLink
              href={filterHref(query, { from: preset.from, to: preset.to })}
              isChosen={preset.from === from && preset.to === to}
            >
              {preset.label}
            </ChoiceLink>
          </li>
        ))}
        {from || to ? (
          <li>
            <ChoiceLink href={filterHref(query, { from: null, to: null })} isChosen={false}>
              Any date
            </ChoiceLink>
          </li>
        ) : null}
      </ul>
      <ListForm
        others={otherParameters(query, ["from", "to"])}
        className="space-y-3 border-line border-t p-3"
      >
        <div key={`${from} ${to}`} className="grid grid-cols-2 gap-2">
          <Field label="From" type="date" name="from" defaultValue={from ?? ""} className="px-2" />
          <Field label="To" type="date" name="to" defaultValue={to ?? ""} className="px-2" />
        </div>
        <div className="flex items-center justify-between gap-2">
          <p className="truncate text-muted text-xs">Days in {timeZone}</p>
          <Button type="submit" size="small">
            Apply
          </Button>
        </div>
      </ListForm>
    </FilterPopover>
  );
}
