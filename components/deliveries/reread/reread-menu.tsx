import { formatBounded } from "@/components/format/numbers";
import { buttonStyle } from "@/components/ui/controls/button";
import { Popover } from "@/components/ui/overlay/popover";
import {
  type DeliveryFilter,
  firstDeliveryPage,
  quarantineFilter,
  writeDeliveryQuery,
} from "@/lib/intake/deliveries/filter/delivery-filter";
import type { DeliveryLogView } from "@/lib/intake/views/views";
import { type RereadAction, RereadForm } from "./reread-form";
import { deliveriesRereadTexts } from "./texts.en";

type RereadMenuProps = {
  filter: DeliveryFilter;
  log: Pick<DeliveryLogView, "matching" | "quarantined" | "reread">;
  action: RereadAction;
};

/** Has the deliveries that the log shows, or all that are held back, read again. */
export function RereadMenu({ filter, log, action }: RereadMenuProps) {
  const { matching, quarantined, reread } = log;
  const isOpen = reread?.state === "running" || reread?.state === "stopped";
  if (isOpen || (matching.count === 0 && quarantined.count === 0)) return null;
  const t = deliveriesRereadTexts();
  const [shown, held] = [toParameters(filter), toParameters(quarantineFilter)];
  return (
    <Popover
      trigger={t.reprocess}
      triggerClassName={buttonStyle("secondary", "small")}
      className="space-y-3 p-4 sm:w-80"
    >
      <p className="text-muted">{t.explanation}</p>
      {matching.count > 0 && shown !== held ? (
        <RereadForm
          key={shown}
          filter={shown}
          label={wordCount(t.shown, matching)}
          action={action}
        />
      ) : null}
      {quarantined.count > 0 ? (
        <RereadForm filter={held} label={wordCount(t.held, quarantined)} action={action} />
      ) : null}
    </Popover>
  );
}

type CountWords = ReturnType<typeof deliveriesRereadTexts>["shown"];

function wordCount(words: CountWords, counted: { count: number; isMore: boolean }): string {
  if (counted.isMore) return words.all;
  return counted.count === 1 ? words.one : words.several(formatBounded(counted));
}

function toParameters(filter: DeliveryFilter): string {
  return writeDeliveryQuery({ filter, page: firstDeliveryPage }).toString();
}
