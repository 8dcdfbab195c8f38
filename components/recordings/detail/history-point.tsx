import { ShortInstant } from "@/components/format/dates";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { Identifier } from "@/components/ui/page/description-list";
import type { HistoryDeliveryView } from "@/lib/recordings/views/views";
import { recordingsDetailTexts } from "./texts.en";

type HistoryPointProps = {
  title: string;
  at: string;
  timeZone: string;
  /** Whether the recording became another by it. */
  isNews: boolean;
  children: React.ReactNode;
};

/** A point on the line of a recording's history. */
export function HistoryPoint({ title, at, timeZone, isNews, children }: HistoryPointProps) {
  return (
    <li className="group/point relative pb-5 pl-6 last:pb-0">
      <span
        aria-hidden
        className="absolute top-2.5 -bottom-2.5 left-1 w-px bg-line-strong group-last/point:hidden"
      />
      <span
        aria-hidden
        className={classNames(
          "absolute top-1.5 left-0 size-2.25 rounded-full border",
          isNews ? "border-accent-solid bg-accent-solid" : "border-line-strong bg-surface",
        )}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{title}</h3>
        <p className="text-muted">
          <ShortInstant at={at} timeZone={timeZone} />
        </p>
      </div>
      <div className="mt-0.5 space-y-1.5">{children}</div>
    </li>
  );
}

type HistoryDeliveryProps = { delivery: HistoryDeliveryView; isAdministrator: boolean };

/** Which delivery it was, the way to its bytes, and whether it came out of order. */
export function HistoryDelivery({
  delivery: { deliveryId, isLate, isTaken },
  isAdministrator,
}: HistoryDeliveryProps) {
  const t = recordingsDetailTexts().history;
  return (
    <div className="space-y-1 text-muted text-xs">
      {isLate ? (
        <p>
          <Badge>{t.late}</Badge> {t.lateMeans}
        </p>
      ) : null}
      {isTaken ? (
        <p>
          <Badge>{t.taken}</Badge> {t.takenMeans}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3">
        <Identifier value={deliveryId} label={t.copyDeliveryId} />
        {isAdministrator ? (
          <a
            href={`/api/deliveries/${deliveryId}/raw`}
            aria-label={t.payloadOf(deliveryId)}
            className="whitespace-nowrap underline print:hidden underline-offset-2 hover:text-text"
          >
            {t.payload}
          </a>
        ) : null}
      </p>
    </div>
  );
}
