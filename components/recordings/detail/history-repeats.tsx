import { countFormat } from "@/components/format/count-format";
import { Instant } from "@/components/format/instant";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import type { HistoryDeliveryView } from "@/lib/recordings/detail/views";
import { HistoryDelivery } from "./history-delivery";
import { HistoryPoint } from "./history-point";

type HistoryRepeatsProps = {
  title: string;
  /** Newest first. */
  deliveries: HistoryDeliveryView[];
  timeZone: string;
  isAdministrator: boolean;
  children?: React.ReactNode;
};

/** Deliveries in a row that changed nothing; several are one point, which unfolds. */
export function HistoryRepeats({
  title,
  deliveries,
  timeZone,
  isAdministrator,
  children,
}: HistoryRepeatsProps) {
  const [newest, ...others] = deliveries;
  if (!newest) return null;
  const count = countFormat.format(deliveries.length);
  return (
    <HistoryPoint
      title={others.length === 0 ? title : `${title} ${count} times`}
      at={newest.acceptedAt}
      timeZone={timeZone}
      isNews={false}
    >
      {children}
      {others.length === 0 ? (
        <HistoryDelivery delivery={newest} isAdministrator={isAdministrator} />
      ) : (
        <Disclosure summary={`${count} deliveries`}>
          <ol className="space-y-2">
            {deliveries.map((delivery, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one delivery may carry a call twice
              <li key={index}>
                <Instant at={delivery.acceptedAt} timeZone={timeZone} />
                <HistoryDelivery delivery={delivery} isAdministrator={isAdministrator} />
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </HistoryPoint>
  );
}
