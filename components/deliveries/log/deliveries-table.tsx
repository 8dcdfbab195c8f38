import { columnHeaderStyle } from "@/components/list/column-header-style";
import { classNames } from "@/components/ui/class-names";
import type { DeliverySummaryView } from "@/lib/intake/deliveries/views";
import { DeliveryRow } from "./delivery-row";

type DeliveriesTableProps = { rows: DeliverySummaryView[]; timeZone: string };

/** The log. One table at every width: where it is narrow, each row becomes a small card. */
export function DeliveriesTable({ rows, timeZone }: DeliveriesTableProps) {
  return (
    <table
      aria-label="Deliveries"
      className="block w-full table-fixed border-separate border-spacing-0 text-dense transition-opacity delay-100 group-data-pending/list:opacity-60 xl:table"
    >
      <thead className="sr-only xl:not-sr-only xl:table-header-group">
        <tr>
          {columns.map(({ name, className }) => (
            <th key={name} scope="col" className={classNames(columnHeaderStyle, className)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block xl:table-row-group">
        {rows.map((row) => (
          <DeliveryRow key={row.id} row={row} timeZone={timeZone} />
        ))}
      </tbody>
    </table>
  );
}

const columns = [
  { name: "Time", className: "w-44 xl:pl-6" },
  { name: "Outcome", className: "w-30" },
  { name: "Records", className: "w-64" },
  { name: "Bytes", className: "w-24 text-right" },
  { name: "Address", className: "w-34" },
  { name: "First problem", className: "xl:pr-6" },
];
