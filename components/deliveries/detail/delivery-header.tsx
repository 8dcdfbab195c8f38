import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { deliveriesPath } from "@/components/deliveries/log/deliveries-href";
import { OutcomeBadge } from "@/components/deliveries/log/outcome-badge";
import { formatFull } from "@/components/format/format-instant";
import { buttonStyle } from "@/components/ui/controls/button-style";
import type { DeliveryDetailsView } from "@/lib/intake/deliveries/views";
import { ReadAgainButton } from "./read-again-button";

type DeliveryHeaderProps = {
  delivery: DeliveryDetailsView;
  timeZone: string;
  readAgain: React.ComponentProps<typeof ReadAgainButton>["action"];
};

/** Which delivery it is, what became of it, and what can be done with its bytes. */
export function DeliveryHeader({ delivery, timeZone, readAgain }: DeliveryHeaderProps) {
  const { id, acceptedAt, outcome, content } = delivery;
  return (
    <header>
      <Link
        href={deliveriesPath}
        className="inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Deliveries
      </Link>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl tabular-nums tracking-tight">
            <span className="sr-only">Delivery of </span>
            <time dateTime={acceptedAt}>{formatFull(acceptedAt, timeZone)}</time>
          </h1>
          <OutcomeBadge outcome={outcome} />
        </div>
        {content ? (
          <div className="flex flex-wrap items-center gap-2">
            {outcome === "pending" ? null : <ReadAgainButton deliveryId={id} action={readAgain} />}
            <a href={`/api/deliveries/${id}/raw`} className={buttonStyle("secondary", "small")}>
              Raw bytes
            </a>
          </div>
        ) : null}
      </div>
    </header>
  );
}
