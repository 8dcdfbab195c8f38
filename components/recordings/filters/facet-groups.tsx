import type { FacetOption, FacetSelection } from "@/components/recordings/counts/facet-options";
import { toTokens } from "@/components/recordings/counts/facet-tokens";
import { gatherGroups } from "@/lib/vocabulary/arrange-terms";
import { FacetGroupHeading } from "./facet-group-heading";
import { FacetRow } from "./facet-row";

type FacetGroupsProps = {
  /** Every value of the facet, and those of them that are shown. */
  all: FacetOption[];
  shown: FacetOption[];
  /** The counts are reached at least. */
  areMore: boolean;
  chosen: FacetSelection;
  onChoose: (selection: FacetSelection) => void;
};

/** The values of a facet; those of a group under its heading, which chooses them all. */
export function FacetGroups({ all, shown, areMore, chosen, onChoose }: FacetGroupsProps) {
  const groups = gatherGroups(shown, ({ group }) => group);
  return groups.map(({ group, items }, index) => (
    <div key={group ?? ""}>
      {group !== null ? (
        <FacetGroupHeading
          group={group}
          members={all.filter((option) => option.group === group).flatMap(toTokens)}
          chosen={chosen}
          onChoose={onChoose}
        />
      ) : index > 0 ? (
        <p className="px-2 pt-2 pb-1 font-medium text-muted text-xs">Others</p>
      ) : null}
      <ul aria-label={group ?? undefined}>
        {items.map((option) => (
          <FacetRow
            key={option.token}
            option={option}
            areMore={areMore}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  ));
}
