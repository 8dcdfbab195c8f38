import Link from "next/link";
import { deliveryHref } from "@/components/deliveries/deliveries-list";
import { OutcomeBadge } from "@/components/deliveries/deliveries-table";
import { Instant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { wordProblem, wordRemark } from "@/components/format/word-remark";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/controls/links";
import { Code, Description, DescriptionList } from "@/components/ui/page/details";
import { Callout } from "@/components/ui/page/feedback";
import { Section } from "@/components/ui/page/sections";
import type { Variant } from "@/components/ui/tone";
import type {
  EnvelopeView,
  FieldReadingView,
  FirstContactView,
  WebhookSecretsView,
} from "@/lib/intake/views/views";
import { recordingHref } from "@/lib/list/id-segment";
import type { ExtraView } from "@/lib/recordings/views/views";
import { firstContactTexts } from "./texts.en";
import { ContactWatch, WebhookUrl, type WebhookUrlProps } from "./webhook-controls";

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
  const wrong = count(fields, "wrong");
  const isHeldBack = outcome === "quarantined";
  if (isHeldBack || wrong > 0) {
    const some = isHeldBack ? t.someWrong : t.someMissing;
    return (
      <Callout variant={isHeldBack ? "bad" : "warn"} title={isHeldBack ? t.quarantined : t.inPart}>
        <p>{wrong > 0 ? some(wrong, fields.length) : t.somethingWrong}</p>
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

/** Each field of the interface: what was read, and from which key. */
function FieldList({ fields }: { fields: FieldReadingView[] }) {
  const t = firstContactTexts();
  return (
    <Section title={t.fieldByField} description={t.fieldsText}>
      <ul aria-label={t.fields} className="-my-2 divide-y divide-line text-dense">
        {fields.map((field) => (
          <FieldItem key={field.name} field={field} />
        ))}
      </ul>
    </Section>
  );
}

function FieldItem({ field }: { field: FieldReadingView }) {
  const { name, state, value, from, given, remarks } = field;
  const t = firstContactTexts();
  const isTaken = given !== null && value !== null && given !== value && given !== `"${value}"`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[18.5rem_minmax(0,1fr)_auto]">
      <p>
        <Code>{name}</Code>
      </p>
      <div className="wrap-anywhere col-span-2 row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        <p>
          {value === "" ? <span className="text-faint">{t.empty}</span> : null}
          {value === null ? <Unread given={given} state={state} /> : <bdi>{value}</bdi>}
        </p>
        {isTaken ? (
          <p className="text-muted text-xs">
            {fillText(t.cameAs, { given: <Code>{given}</Code> })}
          </p>
        ) : null}
        {remarks.map((remark) => (
          <p key={remark} className={state === "wrong" ? "text-bad" : "text-warn"}>
            {t.remark(wordRemark(remark))}
          </p>
        ))}
        <p className="text-faint text-xs">{from === null ? t.notInBody : t.from(from)}</p>
      </div>
      <p>
        <Badge variant={variants[state]}>{t.states[state]}</Badge>
      </p>
    </li>
  );
}

function Unread({ given, state }: Pick<FieldReadingView, "given" | "state">) {
  const isHeldBack = given !== null && given !== "null";
  if (isHeldBack) return <Code>{given}</Code>;
  const t = firstContactTexts();
  return <span className="text-faint">{state === "wrong" ? t.nothing : t.none}</span>;
}

const variants: Record<FieldReadingView["state"], Variant> = {
  read: "good",
  noted: "warn",
  wrong: "bad",
};

/** What came beyond the interface: nothing of it is thrown away. */
function KeptKeys({ extra, more }: { extra: ExtraView[]; more: number }) {
  const t = firstContactTexts();
  return (
    <Section title={t.otherKeys} description={t.otherKeysText}>
      {extra.length === 0 ? (
        <p className="text-dense text-muted">{t.thereWereNone}</p>
      ) : (
        <DescriptionList>
          {extra.map(({ path, json }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two long paths may begin alike
            <Description key={index} term={path}>
              <Code>{json}</Code>
            </Description>
          ))}
        </DescriptionList>
      )}
      {more > 0 ? <p className="mt-3 text-dense text-muted">{t.moreKeys(more)}</p> : null}
    </Section>
  );
}

type ContactWaitingProps = { secrets: WebhookSecretsView; reveal: WebhookUrlProps["reveal"] };

/** What to register, where, and the wait for what comes of it. */
export function ContactWaiting({ secrets, reveal }: ContactWaitingProps) {
  const { active, urlStart, wrong } = secrets;
  const newest = active.at(-1);
  const t = firstContactTexts();
  return (
    <>
      <ContactWatch wrongSecrets={wrong?.requests ?? 0} />
      {wrong ? (
        // The usual fault: something knocks, under an address that isn't the one to register.
        <Callout variant="warn" title={t.wrongSecrets(wrong.requests)}>
          {t.wrongSecretsText}
        </Callout>
      ) : null}
      {isReachedFromHereAlone(urlStart) ? (
        <Callout variant="warn" title={t.cannotReach}>
          {t.cannotReachText}
        </Callout>
      ) : null}
      <Section title={t.whatToDo}>
        <ol className="list-decimal space-y-3 pl-5 text-dense marker:text-muted">
          {newest ? (
            <li className="space-y-2">
              <p>{t.copyUrl}</p>
              <WebhookUrl secret={newest} urlStart={urlStart} reveal={reveal} />
            </li>
          ) : null}
          <li>{fillText(t.register, { path: <b>Settings &gt; Webhooks</b> })}</li>
          <li>{t.call}</li>
        </ol>
        <p className="mt-4 text-dense text-muted">
          {fillText(t.noCall, {
            testRun: (
              <Link
                href="/settings/webhooks/rehearsal"
                prefetch={false}
                className="text-accent hover:underline"
              >
                {t.startTestRun}
              </Link>
            ),
          })}
        </p>
      </Section>
    </>
  );
}

function isReachedFromHereAlone(url: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
