import { formatFull } from "@/components/format/dates";
import { formatBounded } from "@/components/format/numbers";
import { fillText } from "@/components/format/text";
import { ListLink } from "@/components/list/navigation";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { buttonStyle } from "@/components/ui/controls/button";
import { textLinkStyle } from "@/components/ui/controls/links";
import { Popover } from "@/components/ui/overlay/popover";
import {
  type DeliveryFilter,
  firstDeliveryPage,
  quarantineFilter,
  writeDeliveryQuery,
} from "@/lib/intake/views/delivery-log";
import type { DeliveryLogView, RereadView } from "@/lib/intake/views/views";
import { deliveriesHref, describeDeliveryFilter } from "./deliveries-list";
import { type RereadAction, RereadForm, RereadProgress } from "./reread-forms";
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

type RereadActions = Record<"stop" | "resume" | "discard", (form: FormData) => Promise<void>>;

type RereadPanelProps = { reread: RereadView; actions: RereadActions; timeZone: string };

/** How far a re-reading is, or how the last one ended, and what can be done about it. */
export function RereadPanel({ reread, actions, timeZone }: RereadPanelProps) {
  const { id, state, filter } = reread;
  const t = deliveriesRereadTexts();
  const query = { filter, page: firstDeliveryPage };
  const chips = describeDeliveryFilter(query).map(({ name, verb, value }) =>
    [name, verb, value].join(" "),
  );
  return (
    <section
      aria-label={t.reprocessing}
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-line border-b bg-surface px-4 py-3 text-dense sm:px-6"
    >
      <div className="min-w-0 flex-1 basis-80 space-y-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{t.states[state]}</span>
          <span className="text-muted">
            {fillText(t.since(formatFull(reread.startedAt, timeZone)), {
              deliveries: (
                <ListLink href={deliveriesHref(query)} className={textLinkStyle}>
                  {chips.join(", ") || t.allDeliveries}
                </ListLink>
              ),
            })}
          </span>
        </p>
        <RereadProgress key={`${id} ${state}`} reread={reread} />
      </div>
      {state === "running" || state === "stopped" ? (
        <form className="flex gap-2">
          <input type="hidden" name="job" value={id} />
          {state === "running" ? (
            <SubmitButton variant="secondary" size="small" formAction={actions.stop}>
              {t.stop}
            </SubmitButton>
          ) : (
            <>
              <SubmitButton variant="secondary" size="small" formAction={actions.resume}>
                {t.resume}
              </SubmitButton>
              <SubmitButton variant="ghost" size="small" formAction={actions.discard}>
                {t.discard}
              </SubmitButton>
            </>
          )}
        </form>
      ) : null}
    </section>
  );
}
