import { zoneName } from "@/components/format/dates";
import { classNames } from "@/components/ui/class-names";

type ListTableProps = { label: string; head: React.ReactNode; children: React.ReactNode };

/** A list's table. One at every width: where it is narrow, each row becomes a small card. */
export function ListTable({ label, head, children }: ListTableProps) {
  return (
    <table
      aria-label={label}
      className="block w-full table-fixed border-separate border-spacing-0 text-dense transition-opacity delay-100 group-data-pending/list:opacity-60 xl:table"
    >
      <thead className="sr-only xl:not-sr-only xl:table-header-group">
        <tr>{head}</tr>
      </thead>
      <tbody className="block xl:table-row-group">{children}</tbody>
    </table>
  );
}

/**
 * A row of the table where it is wide, a card of a few lines elsewhere.
 * @param columns of the card, and its gaps, as classes
 */
export function listRowStyle(columns: string): string {
  return classNames(
    "relative grid border-line border-b px-4 py-3",
    columns,
    "transition-colors focus-within:bg-hover hover:bg-hover sm:px-6 xl:table-row",
  );
}

/** The link of a row, which covers it all. */
export const rowLinkStyle =
  "outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2";

/** Whose time a column tells. */
export function ZoneNote({ timeZone }: { timeZone: string }) {
  return (
    <span className="ml-1 align-middle font-normal text-faint" title={timeZone}>
      {zoneName(timeZone)}
    </span>
  );
}
