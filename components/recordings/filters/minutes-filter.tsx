import { ChoiceLink } from "@/components/list/choice-link";
import { FilterPopover } from "@/components/list/filter-popover";
import { ListForm } from "@/components/list/list-form";
import { filterHref, otherParameters } from "@/components/recordings/list-href";
import type { RecordingFilter, RecordingQuery } from "@/lib/recordings/filter/filter";
import { minutePresets } from "./minute-presets";
import { MinutesRange } from "./minutes-range";

/** The length of calls: a usual range, or any. */
export function MinutesFilter({ query }: { query: RecordingQuery }) {
  const { least, most } = query.filter.minutes;
  const isSet = least !== null || most !== null;
  return (
    <FilterPopover label="Minutes" chosen={isSet ? 1 : 0}>
      <ul className="p-1.5">
        {minutePresets.map(({ label, minutes }) => (
          <li key={label}>
            <ChoiceLink
              href={filterHref(query, { minutes })}
              isChosen={minutes.least === least && minutes.most === most && isSet}
            >
              {label}
            </ChoiceLink>
          </li>
        ))}
        {isSet ? (
          <li>
            <ChoiceLink href={filterHref(query, { minutes: anyLength })} isChosen={false}>
              Any length
            </ChoiceLink>
          </li>
        ) : null}
      </ul>
      <ListForm
        others={otherParameters(query, ["minutes"])}
        className="space-y-3 border-line border-t p-3"
      >
        <MinutesRange key={`${least}..${most}`} least={least} most={most} />
      </ListForm>
    </FilterPopover>
  );
}

type Minutes = RecordingFilter["minutes"];

const anyLength: Minutes = { least: null, most: null };
