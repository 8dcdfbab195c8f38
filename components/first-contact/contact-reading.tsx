import { deliveryHref } from "@/components/deliveries/log/deliveries-href";
import { OutcomeBadge } from "@/components/deliveries/log/deliveries-table";
import { Instant } from "@/components/format/dates";
import { fillText } from "@/components/format/fill-text";
import { wordProblem, wordRemark } from "@/components/format/word-remark";
import { recordingHref } from "@/components/recordings/recording-href";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Callout } from "@/components/ui/page/callout";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { EnvelopeView, FieldReadingView, FirstContactView } from "@/lib/intake/views/views";
import { FieldList, KeptKeys } from "./field-list";
import { firstContactTexts } from "./texts.en";

type ContactReadingProps = { contact: FirstContactView; timeZone: string };

/** How the first delivery was understood: its answer, its form, and field by field. */
export function ContactReading({ contact, timeZone }: ContactReadingProps) {
  const { deliveryId, acceptedAt, outcome, secretName, record, recordCount } = contact;
  const t = firstContactTexts();
  const isStored = outcome !== "quarantined" && outcome !== "pending";
  return (
    <>
      <ContactVerdict contact={contact} />
      <Section
        title={t.delivery}
        actions={
          <div className="flex flex-wrap gap-2">
            {isStored && record?.recordingId ? (
              <ButtonLink href={recordingHref(record.recordingId)} size="small">
                {t.showRecording}
              </ButtonLink>
            ) : null}
            <ButtonLink href={deliveryHref(deliveryId)} size="small">
              {t.showDelivery}
            </ButtonLink>
          </div>
        }
      >
        <DescriptionList>
          <Description term={t.accepted}>
            {fillText(secretName === null ? t.byUnknownSecret : t.bySecret(secretName), {
              at: <Instant at={acceptedAt} timeZone={timeZone} />,
            })}
          </Description>
          <Description term={t.answer}>{t.answerText}</Description>
          <Description term={t.outcome}>
            <OutcomeBadge outcome={outcome} />
          </Description>
          {record ? (
            <>
              <Description term={t.form}>{describeEnvelope(record.envelope)}</Description>
              <Description term={t.recording}>
                {record.recordingId ? <Code>{record.recordingId}</Code> : t.noId}
                {recordCount > 1 ? t.firstOf(recordCount) : null}
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
  const t = firstContactTexts();
  if (problem) {
    return (
      <Callout variant="bad" title={t.unreadable}>
        <p>{wordProblem(problem)}</p>
        <p>{t.nothingLost}</p>
      </Callout>
    );
  }
  const fields = record?.fields ?? [];
  const others = record?.otherRemarks ?? [];
  if (outcome === "quarantined") {
    return (
      <Callout variant="bad" title={t.quarantined}>
        <p>
          {count(fields, "wrong") > 0
            ? t.someWrong(count(fields, "wrong"), fields.length)
            : t.somethingWrong}
        </p>
        <Remarks remarks={others} />
        <p>{t.nothingLost}</p>
      </Callout>
    );
  }
  const wrong = count(fields, "wrong");
  if (wrong > 0) {
    return (
      <Callout variant="warn" title={t.inPart}>
        <p>{t.someMissing(wrong, fields.length)}</p>
        <Remarks remarks={others} />
        <p>{t.nothingLost}</p>
      </Callout>
    );
  }
  const noted = count(fields, "noted");
  if (noted === 0 && others.length === 0) {
    return (
      <Callout variant="good" title={t.connected}>
        {t.allAsExpected(fields.length)}
      </Callout>
    );
  }
  return (
    <Callout variant="good" title={t.withNotices}>
      <p>{noted > 0 ? t.someNoted(noted, fields.length) : t.knewHow}</p>
      <Remarks remarks={others} />
    </Callout>
  );
}

function Remarks({ remarks }: { remarks: { path: string; message: string }[] }) {
  return remarks.map(({ path, message }) => (
    <p key={`${path} ${message}`}>
      {path ? <Code>{path}</Code> : null} {wordRemark(message)}
    </p>
  ));
}

function count(fields: FieldReadingView[], state: FieldReadingView["state"]): number {
  return fields.filter((field) => field.state === state).length;
}

/** The form of a body, in a sentence. */
function describeEnvelope({ kind, path }: EnvelopeView): string {
  const t = firstContactTexts();
  if (kind === "json-api") return t.jsonApi(path);
  return kind === "flat" ? t.flat : t.wrapped(path);
}
