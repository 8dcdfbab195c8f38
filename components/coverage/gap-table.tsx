import { zoneName } from "@/components/format/zone-name";
import { classNames } from "@/components/ui/class-names";
import type { GapView } from "@/lib/coverage/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { type GapActions, GapRow } from "./gap-row";

type GapTableProps = {
  gaps: GapView[];
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
  actions: GapActions;
};

/** Gaps, the latest first. Where it is narrow, each row becomes a few lines. */
export function GapTable({ gaps, ...seen }: GapTableProps) {
  return (
    <table aria-label="Gaps" className="block w-full text-dense tabular-nums sm:table">
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="text-left text-muted text-xs">
          {columns.map(({ name, className }) => (
            <th key={name} scope="col" className={classNames("pb-2 font-medium", className)}>
              {name}
              {name === "Time" ? (
                <span className="ml-1 text-faint">{zoneName(seen.timeZone)}</span>
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line sm:table-row-group">
        {gaps.map((gap) => (
          <GapRow key={gap.key} gap={gap} {...seen} />
        ))}
      </tbody>
    </table>
  );
}

const columns = [
  { name: "Kind", className: "sm:w-32 sm:pr-4" },
  { name: "Time", className: "sm:pr-4" },
  { name: "Length", className: "sm:w-24 sm:pr-4 sm:text-right" },
  { name: "What is known", className: "" },
  { name: "Acknowledged", className: "sm:w-32 sm:text-right" },
];
