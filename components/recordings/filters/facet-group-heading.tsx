import type { FacetSelection } from "@/components/recordings/counts/facet-options";

type FacetGroupHeadingProps = {
  group: string;
  /** The values of the group. */
  members: string[];
  chosen: FacetSelection;
  onChoose: (selection: FacetSelection) => void;
};

/** Chooses every value of a group, or none of them. */
export function FacetGroupHeading({ group, members, chosen, onChoose }: FacetGroupHeadingProps) {
  const count = members.filter((token) => chosen.include.includes(token)).length;
  const isAll = count === members.length;
  const isOther = (token: string) => !members.includes(token);
  const rest = chosen.include.filter(isOther);
  return (
    <label className="flex min-h-8 pointer-coarse:min-h-10 items-center gap-2.5 rounded px-2 pt-1 font-medium text-muted text-xs hover:bg-hover">
      <input
        type="checkbox"
        aria-label={`All of ${group}`}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll;
        }}
        onChange={() =>
          onChoose({
            include: isAll ? rest : [...rest, ...members],
            exclude: isAll ? chosen.exclude : chosen.exclude.filter(isOther),
          })
        }
        className="size-3.5 shrink-0 accent-accent-solid"
      />
      <bdi className="truncate">{group}</bdi>
    </label>
  );
}
