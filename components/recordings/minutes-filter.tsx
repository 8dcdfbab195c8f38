import type { RecordingFilter, RecordingQuery } from "@/lib/recordings/filter/filter";
import { ChoiceLink } from "./choice-link";
import { FilterPopover } from "./filter-popover";
import { ListForm } from "./list-form";
import { filterHref, otherParameters } from "./list-href";
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
