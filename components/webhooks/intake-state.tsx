import { Instant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { Callout } from "@/components/ui/page/callout";
import type { WebhookView } from "@/lib/intake/views/views";
import { translateStored } from "@/lib/language/translate-stored";
import { webhooksTexts } from "./texts.en";

type Props = { webhook: WebhookView; timeZone: string };

/** Whether events are accepted and reach the list, and whether the counts are those of the calls. */
export function IntakeState({ webhook, timeZone }: Props) {
  const { comparedAt, difference } = webhook;
  const t = webhooksTexts();
  return (
    <div className="space-y-2">
      <Listening webhook={webhook} />
      {comparedAt === null ? null : (
        <p className="text-dense text-muted">
          {fillText(t.countsChecked, {
            at: <Instant at={comparedAt} timeZone={timeZone} />,
            difference: difference ?? t.noDifference,
          })}
        </p>
      )}
    </div>
  );
}

function Listening({ webhook }: { webhook: WebhookView }) {
  const { isReady, reasons, waiting, clockMinutesApart } = webhook;
  const t = webhooksTexts();
  if (isReady && clockMinutesApart !== null) {
    return (
      <Callout variant="warn" title={t.clockWrong}>
        {t.clocksDiffer(clockMinutesApart)}
      </Callout>
    );
  }
  if (isReady) {
    return (
      <Callout variant="good" title={t.listening}>
        {waiting ? t.onTheirWay(waiting) : null}
        {waiting === 0 ? t.allProcessed : null}
      </Callout>
    );
  }
  return (
    <Callout variant="warn" title={t.somethingWrong}>
      <ul className="list-inside list-disc">
        {reasons.map((reason) => (
          <li key={reason}>{translateStored(reason, t.reasons)}</li>
        ))}
      </ul>
      {waiting ? <p>{t.waitInJournal(waiting)}</p> : null}
    </Callout>
  );
}
