import { Instant } from "@/components/format/dates";
import { Callout } from "@/components/ui/page/callout";
import type { WebhookView } from "@/lib/intake/views/views";

type Props = { webhook: WebhookView; timeZone: string };

/** Whether events are accepted and reach the list, and whether the counts are those of the calls. */
export function IntakeState({ webhook, timeZone }: Props) {
  const { comparedAt, difference } = webhook;
  return (
    <div className="space-y-2">
      <Listening webhook={webhook} />
      {comparedAt === null ? null : (
        <p className="text-dense text-muted">
          Counts last checked against the calls <Instant at={comparedAt} timeZone={timeZone} />:{" "}
          {difference ?? "no difference"}.
        </p>
      )}
    </div>
  );
}

function Listening({ webhook }: { webhook: WebhookView }) {
  const { isReady, reasons, waiting, clockMinutesApart } = webhook;
  if (isReady && clockMinutesApart !== null) {
    return (
      <Callout variant="warn" title="A clock is wrong">
        The clocks of this server and its database differ by {clockMinutesApart} minutes. Events are
        numbered by the database’s clock, and nothing old is deleted, until they agree.
      </Callout>
    );
  }
  if (isReady) {
    return (
      <Callout variant="good" title="Listening">
        {waiting ? `${waiting} accepted deliveries are on their way to the list.` : null}
        {waiting === 0 ? "All events processed." : null}
      </Callout>
    );
  }
  return (
    <Callout variant="warn" title="Something is wrong">
      <ul className="list-inside list-disc">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {waiting ? (
        <p>{waiting} accepted deliveries wait in the journal; they will be stored.</p>
      ) : null}
    </Callout>
  );
}
