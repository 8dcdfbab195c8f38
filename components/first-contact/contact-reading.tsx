import { deliveryHref } from "@/components/deliveries/log/deliveries-href";
import { OutcomeBadge } from "@/components/deliveries/log/deliveries-table";
import { Instant } from "@/components/format/dates";
import { recordingHref } from "@/components/recordings/recording-href";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Callout } from "@/components/ui/page/callout";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { EnvelopeView, FieldReadingView, FirstContactView } from "@/lib/intake/views/views";
import { FieldList, KeptKeys } from "./field-list";

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

/** Whether the service and Earshot understand each other, and what to do if not. */
function ContactVerdict({ contact }: { contact: FirstContactView }) {
  const { outcome, record, problem } = contact;
  if (problem) {
    return (
      <Callout variant="bad" title="It could not be read">
        <p>{problem}</p>
        <p>{whatToDo}</p>
      </Callout>
    );
  }
  const fields = record?.fields ?? [];
  const others = record?.otherRemarks ?? [];
  if (outcome === "quarantined") {
    return (
      <Callout variant="bad" title="Received, but quarantined">
        <p>
          {count(fields, "wrong") > 0
            ? `${count(fields, "wrong")} of ${fields.length} fields can’t be understood; they are marked below.`
            : "Something in it can’t be understood."}
        </p>
        <Remarks remarks={others} />
        <p>{whatToDo}</p>
      </Callout>
    );
  }
  const wrong = count(fields, "wrong");
  if (wrong > 0) {
    return (
      <Callout variant="warn" title="Connected, but understood only in part">
        <p>
          {wrong} of {fields.length} fields are missing or can’t be read; they are marked below, and
          the call is marked as incomplete.
        </p>
        <Remarks remarks={others} />
        <p>{whatToDo}</p>
      </Callout>
    );
  }
  const noted = count(fields, "noted");
  if (noted === 0 && others.length === 0) {
    return (
      <Callout variant="good" title="Connected">
        All {fields.length} fields came as expected. Every later call will be in the list by itself.
      </Callout>
    );
  }
  return (
    <Callout variant="good" title="Connected, with notices">
      <p>
        {noted > 0
          ? `${noted} of ${fields.length} fields came in another form than expected; Earshot knew how to take them. Look below whether it took them right.`
          : "Earshot knew how to take it."}
      </p>
      <Remarks remarks={others} />
    </Callout>
  );
}

const whatToDo =
  "Nothing is lost: its payload is kept, and later deliveries go on. Ask the calling service what it means, or update Earshot; then open the delivery and choose “Reprocess”.";

function Remarks({ remarks }: { remarks: { path: string; message: string }[] }) {
  return remarks.map(({ path, message }) => (
    <p key={`${path} ${message}`}>
      {path ? <Code>{path}</Code> : null} {message}
    </p>
  ));
}

function count(fields: FieldReadingView[], state: FieldReadingView["state"]): number {
  return fields.filter((field) => field.state === state).length;
}

/** The form of a body, in a sentence. */
function describeEnvelope({ kind, path }: EnvelopeView): string {
  if (kind === "json-api") return `JSON:API, fields in “${path}”`;
  if (kind === "flat") return "Flat; the fields stand at the top of the body";
  return `Wrapped, fields in “${path}”`;
}
