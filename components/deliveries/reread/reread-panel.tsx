import {
  deliveriesHref,
  describeDeliveryFilter,
} from "@/components/deliveries/log/deliveries-href";
import { formatFull } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { ListLink } from "@/components/list/navigation";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { firstDeliveryPage } from "@/lib/intake/deliveries/filter/delivery-filter";
import type { RereadView } from "@/lib/intake/views/views";
import { RereadProgress } from "./reread-progress";
import { deliveriesRereadTexts } from "./texts.en";

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
                <ListLink
                  href={deliveriesHref(query)}
                  className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
                >
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
