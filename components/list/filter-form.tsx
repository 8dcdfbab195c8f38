import type { Route } from "next";
import { datePresets } from "@/components/format/date-presets";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { ChoiceLink, FilterPopover } from "./filter-popover";
import { ListForm } from "./navigation";
import { listTexts } from "./texts.en";

type FilterFormProps = {
  path: Route;
  /** The parameters of the address that stay as they are. */
  others: [string, string][];
  note?: string;
  children: React.ReactNode;
};

/** Fields that are parameters of a list's address. Works without scripts. */
export function FilterForm({ path, others, note, children }: FilterFormProps) {
  return (
    <ListForm path={path} others={others} className="space-y-3 p-3">
      {children}
      <div className="flex items-center justify-between gap-2">
        <p className="truncate text-muted text-xs">{note}</p>
        <Button type="submit" size="small">
          {listTexts().apply}
        </Button>
      </div>
    </ListForm>
  );
}

type Days = { from: string | null; to: string | null };

type DayRangeFilterProps = {
  days: Days;
  /** The list under other days. */
  toHref: (days: Days) => Route;
  path: Route;
  /** The parameters of the list's address that are no days. */
  others: [string, string][];
  now: Date;
  timeZone: string;
};

/** The days of a list: a usual span, from one to another, or any. */
export function DayRangeFilter({ days, toHref, now, timeZone, ...form }: DayRangeFilterProps) {
  const t = listTexts();
  const { from, to } = days;
  const presets = [
    ...datePresets(now, timeZone),
    ...(from || to ? [{ label: t.anyDate, from: null, to: null }] : []),
  ];
  return (
    <FilterPopover label={t.date} chosen={from || to ? 1 : 0} className="sm:w-84">
      <ul className="border-line border-b p-1.5">
        {presets.map((preset) => (
          <li key={preset.label}>
            <ChoiceLink
              href={toHref({ from: preset.from, to: preset.to })}
              isChosen={preset.from === from && preset.to === to}
              closes
            >
              {preset.label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
      <FilterForm {...form} note={t.daysIn(timeZone)}>
        <div key={`${from} ${to}`} className="grid grid-cols-2 gap-2">
          <Field {...day} label={t.from} name="from" defaultValue={from ?? ""} />
          <Field {...day} label={t.to} name="to" defaultValue={to ?? ""} />
        </div>
      </FilterForm>
    </FilterPopover>
  );
}

const day = { type: "date", className: "px-2" };
