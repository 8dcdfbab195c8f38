import { ChoiceLink } from "@/components/recordings/choice-link";
import { datePresets } from "@/components/recordings/date-presets";
import { FilterPopover } from "@/components/recordings/filter-popover";
import { Field } from "@/components/ui/field";
import type { DeliveryQuery } from "@/lib/intake/log/delivery-filter";
import { filterHref } from "./deliveries-href";
import { DeliveryFilterForm } from "./delivery-filter-form";

type DeliveryDateFilterProps = { query: DeliveryQuery; now: Date; timeZone: string };

/** The days on which deliveries were accepted: a usual span, or any. */
export function DeliveryDateFilter({ query, now, timeZone }: DeliveryDateFilterProps) {
  const { from, to } = query.filter;
  const presets = [
    ...datePresets(now, timeZone),
    ...(from || to ? [{ label: "Any date", from: null, to: null }] : []),
  ];
  return (
    <FilterPopover label="Date" chosen={from || to ? 1 : 0}>
      <ul className="border-line border-b p-1.5">
        {presets.map((preset) => (
          <li key={preset.label}>
            <ChoiceLink
              href={filterHref(query, { from: preset.from, to: preset.to })}
              isChosen={preset.from === from && preset.to === to}
            >
              {preset.label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
      <DeliveryFilterForm query={query} own={["from", "to"]} note={`Days in ${timeZone}`}>
        <div key={`${from} ${to}`} className="grid grid-cols-2 gap-2">
          <Field label="From" type="date" name="from" defaultValue={from ?? ""} className="px-2" />
          <Field label="To" type="date" name="to" defaultValue={to ?? ""} className="px-2" />
        </div>
      </DeliveryFilterForm>
    </FilterPopover>
  );
}
