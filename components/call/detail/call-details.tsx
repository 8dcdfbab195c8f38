import { TriangleAlert } from "lucide-react";
import { ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { wordRemark } from "@/components/format/word-remark";
import { textLinkStyle } from "@/components/ui/controls/links";
import {
  Code,
  Description,
  DescriptionList,
  Disclosure,
  Identifier,
} from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import type { FieldProblem } from "@/lib/recordings/record/call-record";
import type { ExtraListView, RecordField, RecordingView } from "@/lib/recordings/views/views";
import { recordingsDetailTexts } from "./texts.en";

type CallDetailsProps = {
  recording: RecordingView;
  timeZone: string;
  /** Of the delivery that carried it; null for who may not have it. */
  rawHref: string | null;
};

/** What one seldom asks of a call: ids, addresses, when it came, and what Earshot doesn't know. */
export function CallDetails({ recording, timeZone, rawHref }: CallDetailsProps) {
  const t = recordingsDetailTexts();
  const { id, callSid, recordingAttachment, rosterAttachment, customer, extra } = recording;
  const { receivedAt, changedAt, problems } = recording;
  const isNobody = findProblem(problems, "customer") ?? findProblem(problems, "customer.details");
  const customerId = {
    field: "customerId",
    path: "customer.details.id",
    value: customer.id,
    label: t.copyCustomerId,
  } as const;
  const identifiers = [
    { field: "callSid", path: "call_sid", value: callSid, label: t.copySessionId },
    ...(isNobody ? [] : [customerId]),
    {
      field: "recordingAttachment",
      path: "recording_attachment",
      value: recordingAttachment,
      label: t.copyRecordingAddress,
    },
    {
      field: "rosterAttachment",
      path: "customer.roster_attachment",
      value: rosterAttachment,
      label: t.copyRosterAddress,
    },
  ] as const;
  return (
    // Folded for each call anew.
    <Section key={id} label={t.details}>
      <Disclosure summary={<h2 className="font-semibold text-sm text-text">{t.details}</h2>}>
        <div className="pt-2">
          <DescriptionList>
            <Description term={t.callId}>
              <Identifier value={id} label={t.copyCallId} />
            </Description>
            {identifiers.map(({ field, path, value, label }) => (
              <Description key={field} term={t.fields[field]}>
                <FieldValue problems={problems} path={path}>
                  {value ? <Identifier value={value} label={label} /> : <None />}
                </FieldValue>
              </Description>
            ))}
            <Description term={t.received}>
              <ShortInstant at={receivedAt} timeZone={timeZone} />
            </Description>
            {changedAt === receivedAt ? null : (
              <Description term={t.lastChanged}>
                <ShortInstant at={changedAt} timeZone={timeZone} />
              </Description>
            )}
          </DescriptionList>
        </div>
        {extra.items.length === 0 ? null : (
          <section aria-label={t.otherFields} className="mt-4 border-line border-t pt-3">
            <h3 className="font-semibold text-dense">{t.otherFields}</h3>
            <p className="mb-2 text-dense text-muted">{describeExtra(problems.length > 0)}</p>
            <ExtraList extra={extra} rawHref={rawHref} />
          </section>
        )}
      </Disclosure>
    </Section>
  );
}

/** Stands for a value that was given, and is nothing. */
export function None() {
  return <span className="text-muted">{recordingsDetailTexts().none}</span>;
}

type ExtraFactsProps = { extra: ExtraListView; rawHref: string | null };

/** What the newest delivery carried of somebody beyond the fields that Earshot knows. */
export function ExtraFacts({ extra, rawHref }: ExtraFactsProps) {
  if (extra.items.length === 0) return null;
  return (
    <Section title={recordingsDetailTexts().otherFields} description={describeExtra(false)}>
      <ExtraList extra={extra} rawHref={rawHref} />
    </Section>
  );
}

function describeExtra(isIncomplete: boolean): string {
  const t = recordingsDetailTexts();
  return isIncomplete ? t.unknownOrUnreadFields : t.unknownFields;
}

/** The first of the fields that Earshot doesn't know, and how many follow. */
function ExtraList({ extra: { items, more, isMoreAtLeast }, rawHref }: ExtraFactsProps) {
  return (
    <>
      <DescriptionList>
        {items.map(({ path, json }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two long paths may begin alike
          <Description key={index} term={path}>
            <Code>{json}</Code>
          </Description>
        ))}
      </DescriptionList>
      {more > 0 ? (
        <p className="mt-3 border-line border-t pt-3 text-dense text-muted">
          <RawPayload
            more={recordingsDetailTexts().moreFields(more, isMoreAtLeast)}
            href={rawHref}
          />
        </p>
      ) : null}
    </>
  );
}

type RawPayloadProps = {
  /** "And 20 more fields". */
  more: string;
  href: string | null;
};

/** Where the rest of something too long for a page is to be had. */
export function RawPayload({ more, href }: RawPayloadProps) {
  const t = recordingsDetailTexts();
  if (href === null) return t.inExport(more);
  const payload = (
    <a href={href} className={textLinkStyle}>
      {t.payload}
    </a>
  );
  return fillText(t.inPayload, { more, payload });
}

/** Administrators alone may have the bytes of a delivery. */
export function toRawHref(deliveryId: string | null, isAdministrator: boolean): string | null {
  return isAdministrator && deliveryId !== null ? `/api/deliveries/${deliveryId}/raw` : null;
}

/** What people call the fields of a call and of its customer. */
export function fieldLabels(): Readonly<Record<RecordField, string>> {
  return recordingsDetailTexts().fields;
}

/** Those that the page shows under "Customer". */
export function isCustomerField(field: RecordField): boolean {
  return field.startsWith("customer") || field === "rosterAttachment";
}

/** Why a field of a call is empty. */
export function ProblemNote({ problem }: { problem: FieldProblem }) {
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 text-warn">
      <TriangleAlert aria-hidden className="mt-[0.2em] size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{describeProblem(problem)}</span>
    </span>
  );
}

type FieldValueProps = { problems: FieldProblem[]; path: string; children: React.ReactNode };

/** What a field of a call says, or why it is empty. */
export function FieldValue({ problems, path, children }: FieldValueProps) {
  const problem = findProblem(problems, path);
  return problem ? <ProblemNote problem={problem} /> : children;
}

/** Why the field of this path within the record is empty, `customer.details.email`. */
export function findProblem(problems: FieldProblem[], path: string): FieldProblem | undefined {
  return problems.find((problem) => problem.path === path);
}

/** Why a field is empty, to be read beside its name. */
export function describeProblem({ message }: Pick<FieldProblem, "message">): string {
  const t = recordingsDetailTexts().problem;
  const missing = findMissing(message);
  return missing ? t[missing] : t.unread(wordRemark(message));
}

function findMissing(message: string): "missing" | "null" | "empty" | null {
  if (/^is missing\b/.test(message)) return "missing";
  if (/^is null\b/.test(message)) return "null";
  return message === "must not be empty" ? "empty" : null;
}

/** The same of the time of a call, in whose place the one of its arrival is shown. */
export function describeTimeProblem({ message }: Pick<FieldProblem, "message">): string {
  const t = recordingsDetailTexts().problem;
  return findMissing(message) ? t.timeMissing : t.timeUnread(wordRemark(message));
}
