import Link from "next/link";
import { OutcomeBadge } from "@/components/deliveries/log/outcome-badge";
import { countFormat } from "@/components/format/count-format";
import { formatFull } from "@/components/format/format-instant";
import { formatMoment } from "@/components/format/format-moment";
import { recordingHref } from "@/components/recordings/recording-href";
import { classNames } from "@/components/ui/class-names";
import { Code } from "@/components/ui/page/code";
import type { DeliverySummaryView } from "@/lib/intake/deliveries/views";
import { deliveryHref } from "./deliveries-href";

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
