import Link from "next/link";
import { formatFull, formatMoment } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { columnHeaderStyle } from "@/components/list/styles";
import { recordingHref } from "@/components/recordings/recording-href";
import { classNames } from "@/components/ui/class-names";
import { Code } from "@/components/ui/page/description-list";
import type { DeliverySummaryView } from "@/lib/intake/log/views";
import { deliveryHref } from "./deliveries-href";
import { OutcomeBadge } from "./outcome-badge";

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

/** One delivery. The link on its time covers the whole row. */
export function DeliveryRow({ row, timeZone }: { row: DeliverySummaryView; timeZone: string }) {
  const { day, time } = formatMoment(row.acceptedAt, timeZone);
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-1 xl:pl-6")}>
        <Link
          href={deliveryHref(row.id)}
          prefetch={false}
          title={formatFull(row.acceptedAt, timeZone)}
          className="tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          <time dateTime={row.acceptedAt}>
            <span className="text-muted">{day}</span> {time}
          </time>
        </Link>
      </td>
      <td className={classNames(cell, "order-2 text-right xl:text-left")}>
        <OutcomeBadge outcome={row.outcome} />
      </td>
      <td className={classNames(cell, "order-4 col-span-2 xl:order-3")}>
        <Records row={row} />
      </td>
      <td className={classNames(cell, "order-6 text-right tabular-nums xl:order-4")}>
        {countFormat.format(row.bytes)}
        <span className="text-muted xl:sr-only"> bytes</span>
      </td>
      <td className={classNames(cell, "order-5")}>
        <Code>{row.remoteAddress || "unknown"}</Code>
      </td>
      <td className={classNames(cell, "order-7 col-span-2 text-warn empty:hidden xl:pr-6")}>
        {row.problem}
      </td>
    </tr>
  );
}

/** How many records there were, and the first of those that were understood. */
function Records({ row: { recordCount, recordingIds } }: { row: DeliverySummaryView }) {
  if (recordCount === 0) return <span className="text-faint">None found</span>;
  const [first] = recordingIds;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="shrink-0 tabular-nums">{countFormat.format(recordCount)}</span>
      {first === undefined ? (
        <span className="text-faint">None understood</span>
      ) : (
        <Link
          href={recordingHref(first)}
          prefetch={false}
          className="relative z-10 min-w-0 truncate font-mono text-[0.92em] underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          <bdi>{first}</bdi>
        </Link>
      )}
    </span>
  );
}

/** A row of the table where it is wide, a card of a few lines elsewhere. */
const rowStyle = classNames(
  "relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-line border-b px-4 py-3",
  "transition-colors focus-within:bg-hover hover:bg-hover sm:px-6 xl:table-row",
);

const cell = "min-w-0 truncate xl:h-10 xl:border-line xl:border-b xl:px-3 xl:empty:table-cell";
