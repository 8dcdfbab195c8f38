import { deliveryHref } from "@/components/deliveries/log/deliveries-href";
import { OutcomeBadge } from "@/components/deliveries/log/outcome-badge";
import { Instant } from "@/components/format/instant";
import { recordingHref } from "@/components/recordings/recording-href";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Code } from "@/components/ui/page/code";
import { Description } from "@/components/ui/page/description";
import { DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/section";
import type { FirstContactView } from "@/lib/intake/first-contact/views";
import { ContactVerdict } from "./contact-verdict";
import { describeEnvelope } from "./describe-envelope";
import { FieldList } from "./field-list";
import { KeptKeys } from "./kept-keys";

type ContactReadingProps = { contact: FirstContactView; timeZone: string };

/** How the first delivery was understood: its answer, its form, and field by field. */
export function ContactReading({ contact, timeZone }: ContactReadingProps) {
  const { deliveryId, acceptedAt, outcome, secretName, record, recordCount } = contact;
  const isStored = outcome !== "quarantined" && outcome !== "pending";
  return (
    <>
      <ContactVerdict contact={contact} />
      <Section
        title="The delivery"
        actions={
          <div className="flex flex-wrap gap-2">
            {isStored && record?.recordingId ? (
              <ButtonLink href={recordingHref(record.recordingId)} size="small">
                Show the recording
              </ButtonLink>
            ) : null}
            <ButtonLink href={deliveryHref(deliveryId)} size="small">
              Show the delivery
            </ButtonLink>
          </div>
        }
      >
        <DescriptionList>
          <Description term="Accepted">
            <Instant at={acceptedAt} timeZone={timeZone} />, by the secret{" "}
            {secretName === null ? "of which nothing is known any more" : `“${secretName}”`}
          </Description>
          <Description term="Answer">202 Accepted, once its bytes were durable</Description>
          <Description term="Outcome">
            <OutcomeBadge outcome={outcome} />
          </Description>
          {record ? (
            <>
              <Description term="Form">{describeEnvelope(record.envelope)}</Description>
              <Description term="Recording">
                {record.recordingId ? <Code>{record.recordingId}</Code> : "No id could be read"}
                {recordCount > 1 ? `, the first of ${recordCount} in this delivery` : null}
              </Description>
            </>
          ) : null}
        </DescriptionList>
      </Section>
      {record ? (
        <>
          <FieldList fields={record.fields} />
          <KeptKeys extra={record.extra} more={record.moreExtra} />
        </>
      ) : null}
    </>
  );
}
