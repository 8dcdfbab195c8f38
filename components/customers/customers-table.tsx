import { zoneName } from "@/components/format/zone-name";
import { columnHeaderStyle } from "@/components/list/column-header-style";
import { OrderingColumn } from "@/components/list/ordering-column";
import { classNames } from "@/components/ui/class-names";
import type { CustomerQuery } from "@/lib/customers/customer-filter";
import type { CustomerRowView } from "@/lib/customers/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { orderByColumn } from "./customer-orders";
import { CustomerRow } from "./customer-row";

type CustomersTableProps = {
  rows: CustomerRowView[];
  query: CustomerQuery;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** The people. One table at every width: where it is narrow, each row becomes a small card. */
export function CustomersTable({ rows, query, ...seen }: CustomersTableProps) {
  const { timeZone } = seen;
  return (
    <table
      aria-label="Customers"
      className="block w-full table-fixed border-separate border-spacing-0 text-dense transition-opacity delay-100 group-data-pending/list:opacity-60 xl:table"
    >
      <thead className="sr-only xl:not-sr-only xl:table-header-group">
        <tr>
          <OrderingColumn {...orderByColumn(query, "name")} className="xl:pl-6">
            Name
          </OrderingColumn>
          <th scope="col" className={classNames(columnHeaderStyle, "w-43")}>
            Phone number
          </th>
          <th scope="col" className={columnHeaderStyle}>
            E-mail
          </th>
          <th scope="col" className={classNames(columnHeaderStyle, "w-26")}>
            Type
          </th>
          <OrderingColumn {...orderByColumn(query, "calls")} isNumber className="w-20">
            Calls
          </OrderingColumn>
          <OrderingColumn
            {...orderByColumn(query, "last_call")}
            className="w-58"
            note={
              <span className="ml-1 align-middle font-normal text-faint" title={timeZone}>
                {zoneName(timeZone)}
              </span>
            }
          >
            Last call
          </OrderingColumn>
          <th scope="col" className={classNames(columnHeaderStyle, "w-78 xl:pr-6")}>
            Flags
          </th>
        </tr>
      </thead>
      <tbody className="block xl:table-row-group">
        {rows.map((row) => (
          <CustomerRow key={row.id} row={row} {...seen} />
        ))}
      </tbody>
    </table>
  );
}
