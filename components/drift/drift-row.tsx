import Link from "next/link";
import { deliveryHref } from "@/components/deliveries/log/deliveries-href";
import { countFormat } from "@/components/format/count-format";
import { formatFull, formatShort } from "@/components/format/format-instant";
import { classNames } from "@/components/ui/class-names";
import type { DriftView } from "@/lib/intake/drift/views";
import { type AcknowledgeAction, AcknowledgeForm } from "./acknowledge-form";
import { describeDrift } from "./describe-drift";
import { DriftName } from "./drift-name";

type DriftRowProps = {
  drift: DriftView;
  now: Date;
  timeZone: string;
  acknowledge: AcknowledgeAction;
};

export function DriftRow({ drift, now, timeZone, acknowledge }: DriftRowProps) {
  const { what, which } = describeDrift(drift);
  const { acknowledged } = drift;
  return (
    <tr className={rowStyle}>
      <th scope="row" className={classNames(cell, "col-span-2 text-left font-normal lg:pl-4")}>
        <DriftName drift={drift} />
      </th>
      <td className={classNames(cell, "tabular-nums lg:text-right")}>
        {countFormat.format(drift.count)}
        <span className="text-muted lg:sr-only">
          {drift.count === 1 ? " delivery" : " deliveries"}
        </span>
      </td>
      <td className={classNames(cell, "order-last lg:order-none")}>
        <Moment word="First" at={drift.firstAt} id={drift.firstDeliveryId} {...{ now, timeZone }} />
      </td>
      <td className={classNames(cell, "order-last lg:order-none")}>
        <Moment word="Last" at={drift.lastAt} id={drift.lastDeliveryId} {...{ now, timeZone }} />
      </td>
      <td className={classNames(cell, "text-right lg:pr-4")}>
        {acknowledged ? (
          <span className="text-muted text-xs" title={formatFull(acknowledged.at, timeZone)}>
            Known since {formatShort(acknowledged.at, timeZone, now).day}
            {acknowledged.by ? `, ${acknowledged.by}` : ""}
          </span>
        ) : (
          <AcknowledgeForm
            drifts={[drift]}
            label={`Acknowledge: ${[what, which].filter(Boolean).join(" ")}`}
            action={acknowledge}
          >
            Acknowledge
          </AcknowledgeForm>
        )}
      </td>
    </tr>
  );
}

type MomentProps = { word: string; at: string; id: string; now: Date; timeZone: string };

/** When it was seen, and the way to the delivery that showed it. */
function Moment({ word, at, id, now, timeZone }: MomentProps) {
  const { day, time } = formatShort(at, timeZone, now);
  return (
    <>
      <span className="text-muted lg:sr-only">{word} </span>
      <Link
        href={deliveryHref(id)}
        prefetch={false}
        title={formatFull(at, timeZone)}
        className="whitespace-nowrap tabular-nums underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        <time dateTime={at}>
          {day}, {time}
        </time>
      </Link>
    </>
  );
}

/** A row of the table where it is wide, a card of a few lines elsewhere. */
const rowStyle = classNames(
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-3",
  "last:border-b-0 lg:table-row",
);

const cell = "min-w-0 lg:border-line lg:border-b lg:px-3 lg:py-2 lg:[tr:last-child_&]:border-b-0";
