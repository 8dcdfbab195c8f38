import Link from "next/link";
import { deliveryHref } from "@/components/deliveries/deliveries-href";
import { OutcomeBadge } from "@/components/deliveries/deliveries-table";
import { Instant } from "@/components/format/dates";
import { wordProblem } from "@/components/format/word-remark";
import { recordingHref } from "@/components/recordings/recording-href";
import { Code } from "@/components/ui/page/description-list";
import type { DeliverySummaryView } from "@/lib/intake/views/views";
import { webhooksTexts } from "./texts.en";

type DeliveryLogProps = { deliveries: DeliverySummaryView[]; timeZone: string };

/** Deliveries, newest first: when, what became of them, and why not. */
export function DeliveryLog({ deliveries, timeZone }: DeliveryLogProps) {
  const t = webhooksTexts();
  if (deliveries.length === 0) {
    return <p className="text-dense text-muted">{t.noneYet}</p>;
  }
  return (
    <ol className="-my-2 divide-y divide-line text-dense">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-1">
          <div className="min-w-0 flex-1">
            <Link href={deliveryHref(delivery.id)} prefetch={false} className={linkStyle}>
              <Instant at={delivery.acceptedAt} timeZone={timeZone} />
            </Link>
            <p className="text-muted text-xs">
              {delivery.recordingIds.slice(0, 3).map((id) => (
                <Link
                  key={id}
                  href={recordingHref(id)}
                  prefetch={false}
                  className={`mr-2 hover:text-text ${linkStyle}`}
                >
                  <Code>{id}</Code>
                </Link>
              ))}
              {delivery.recordCount > 3 ? t.ofRecords(delivery.recordCount) : null}
            </p>
            {delivery.problem ? (
              <p className="text-warn text-xs">{wordProblem(delivery.problem)}</p>
            ) : null}
          </div>
          <span className="hidden text-muted text-xs leading-6 tabular-nums sm:inline">
            {t.bytes(delivery.bytes)}
          </span>
          <span className="flex h-6 items-center sm:w-24">
            <OutcomeBadge outcome={delivery.outcome} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** As high as a target is to be. */
const linkStyle =
  "inline-flex min-h-6 items-center underline decoration-line-strong underline-offset-2 hover:decoration-current";
