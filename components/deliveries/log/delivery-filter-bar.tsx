import { ChoiceLink } from "@/components/list/choice-link";
import { DayRangeFilter } from "@/components/list/day-range-filter";
import { FilterForm } from "@/components/list/filter-form";
import { FilterPopover } from "@/components/list/filter-popover";
import { Field } from "@/components/ui/controls/field";
import {
  type DeliveryQuery,
  loggedOutcomeSchema,
} from "@/lib/intake/deliveries/filter/delivery-filter";
import { deliveriesPath, filterHref, otherParameters } from "./deliveries-href";
import { textFields } from "./describe-delivery-filter";
import { outcomeLabels } from "./outcome-labels";

type DeliveryFilterBarProps = { query: DeliveryQuery; now: Date; timeZone: string };

/** Every filter of the log, one button each. */
export function DeliveryFilterBar({ query, now, timeZone }: DeliveryFilterBarProps) {
  return (
    <section aria-label="Filters" className="flex flex-wrap gap-2 py-1">
      <OutcomeFilter query={query} />
      <DayRangeFilter
        days={query.filter}
        toHref={(days) => filterHref(query, days)}
        path={deliveriesPath}
        others={otherParameters(query, ["from", "to"])}
        now={now}
        timeZone={timeZone}
      />
      {textFields.map(({ field, name, hint }) => (
        <FilterPopover key={field} label={name} chosen={query.filter[field] === null ? 0 : 1}>
          <FilterForm path={deliveriesPath} others={otherParameters(query, [field])}>
            <Field
              key={query.filter[field]}
              label={name}
              hint={hint}
              name={field}
              defaultValue={query.filter[field] ?? ""}
              autoComplete="off"
              spellCheck={false}
            />
          </FilterForm>
        </FilterPopover>
      ))}
    </section>
  );
}

/** Any of several: each choice takes itself off again. */
function OutcomeFilter({ query }: { query: DeliveryQuery }) {
  const { outcomes } = query.filter;
  return (
    <FilterPopover label="Outcome" chosen={outcomes.length}>
      <ul className="p-1.5">
        {loggedOutcomeSchema.options.map((outcome) => {
          const isChosen = outcomes.includes(outcome);
          const others = outcomes.filter((other) => other !== outcome);
          return (
            <li key={outcome}>
              <ChoiceLink
                href={filterHref(query, { outcomes: isChosen ? others : [...others, outcome] })}
                isChosen={isChosen}
              >
                {outcomeLabels[outcome]}
              </ChoiceLink>
            </li>
          );
        })}
      </ul>
    </FilterPopover>
  );
}
