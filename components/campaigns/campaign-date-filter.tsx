import Form from "next/form";
import { ChoiceLink } from "@/components/recordings/choice-link";
import { datePresets } from "@/components/recordings/date-presets";
import { FilterPopover } from "@/components/recordings/filter-popover";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { CampaignQuery } from "@/lib/recordings/campaigns/campaign-filter";
import { campaignsPath, filterHref, otherParameters } from "./campaigns-href";

type CampaignDateFilterProps = { query: CampaignQuery; now: Date; timeZone: string };

/** The days whose calls are counted: a usual span, or any. */
export function CampaignDateFilter({ query, now, timeZone }: CampaignDateFilterProps) {
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
      <Form action={campaignsPath} scroll={false} className="space-y-3 p-3">
        {otherParameters(query, ["from", "to"]).map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
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
      </Form>
    </FilterPopover>
  );
}
