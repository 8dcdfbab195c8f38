import Link from "next/link";
import { countFormat } from "@/components/format/count-format";
import { formatFull, formatShort } from "@/components/format/format-instant";
import { PhoneNumber } from "@/components/format/phone-number";
import { classNames } from "@/components/ui/class-names";
import { NamedValue } from "@/components/vocabulary/named-value";
import { toValueFace } from "@/components/vocabulary/to-value-face";
import type { CustomerRowView } from "@/lib/customers/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { CustomerFlags } from "./customer-flags";
import { customerHref } from "./customers-href";

type CustomerRowProps = {
  row: CustomerRowView;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** One person. The link on the name covers the whole row. */
export function CustomerRow({ row, ...seen }: CustomerRowProps) {
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-1 xl:pl-6")}>
        <Link
          href={customerHref(row.id)}
          prefetch={false}
          className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          <bdi>{row.name || "No name"}</bdi>
        </Link>
      </td>
      <td className={classNames(cell, "order-3")}>
        <PhoneNumber phoneNumber={row.phoneNumber} isCorrect={row.isPhoneNumberCorrect} />
      </td>
      <td className={classNames(cell, "order-5 text-muted")}>
        {row.email ?? <span className="text-faint">No e-mail</span>}
      </td>
      <td className={classNames(cell, "order-4 text-right xl:text-left")}>
        {row.type ?? <span className="text-faint">No type</span>}
      </td>
      <td className={classNames(cell, "order-2 text-right tabular-nums")}>
        {countFormat.format(row.calls)}
        <span className="text-muted xl:sr-only">{row.calls === 1 ? " call" : " calls"}</span>
      </td>
      <td className={classNames(cell, "order-6 text-right xl:text-left")}>
        <LastCall lastCall={row.lastCall} {...seen} />
      </td>
      <td
        className={classNames(cell, "order-7 col-span-2 empty:hidden xl:pr-6 xl:empty:table-cell")}
      >
        <CustomerFlags {...row} />
      </td>
    </tr>
  );
}

type LastCallProps = Omit<CustomerRowProps, "row"> & Pick<CustomerRowView, "lastCall">;

function LastCall({ lastCall, now, timeZone, vocabulary }: LastCallProps) {
  if (!lastCall) return <span className="text-faint">Never</span>;
  const { day, time } = formatShort(lastCall.at, timeZone, now);
  return (
    <span className="inline-flex max-w-full items-center gap-3">
      <time
        dateTime={lastCall.at}
        title={formatFull(lastCall.at, timeZone)}
        className="shrink-0 tabular-nums"
      >
        <span className="text-muted">{day}</span> {time}
      </time>
      <span className="min-w-0">
        <NamedValue {...toValueFace("status", lastCall.status, vocabulary)} />
      </span>
    </span>
  );
}

/** A row of the table where it is wide, a card of a few lines elsewhere. */
const rowStyle = classNames(
  "relative grid grid-cols-[minmax(38%,1fr)_minmax(0,auto)] gap-x-3 gap-y-0.5 border-line border-b px-4 py-3",
  "transition-colors focus-within:bg-hover hover:bg-hover sm:px-6 xl:table-row",
);

const cell = "min-w-0 truncate xl:h-10 xl:border-line xl:border-b xl:px-3";
