import { formatFull, formatShort, Instant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { wordRemark } from "@/components/format/word-remark";
import { CopyButton } from "@/components/ui/controls/async-buttons";
import { buttonStyle } from "@/components/ui/controls/button";
import { BackLink, TextLink } from "@/components/ui/controls/links";
import { Code, Description, DescriptionList } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import {
  type DeliveryFilter,
  emptyDeliveryFilter,
  firstDeliveryPage,
  isWholeBody,
  toVisibleText,
} from "@/lib/intake/views/delivery-log";
import type { BodyTextView, DeliveryDetailsView } from "@/lib/intake/views/views";
import { recordingHref } from "@/lib/list/id-segment";
import { deliveriesHref, deliveriesPath } from "./deliveries-list";
import { OutcomeBadge } from "./deliveries-table";
import { ReadAgainButton } from "./reread-forms";
import { deliveriesDetailTexts } from "./texts.en";

type DeliveryHeaderProps = {
  delivery: DeliveryDetailsView;
  timeZone: string;
  readAgain: React.ComponentProps<typeof ReadAgainButton>["action"];
};

/** Which delivery it is, what became of it, and what can be done with its bytes. */
export function DeliveryHeader({ delivery, timeZone, readAgain }: DeliveryHeaderProps) {
  const { id, acceptedAt, outcome, content } = delivery;
  const t = deliveriesDetailTexts();
  return (
    <header>
      <BackLink href={deliveriesPath}>{t.deliveries}</BackLink>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl tabular-nums tracking-tight">
            <span className="sr-only">{t.deliveryOf}</span>
            <time dateTime={acceptedAt}>{formatFull(acceptedAt, timeZone)}</time>
          </h1>
          <OutcomeBadge outcome={outcome} />
        </div>
        {content ? (
          <div className="flex flex-wrap items-center gap-2">
            {outcome === "pending" ? null : <ReadAgainButton deliveryId={id} action={readAgain} />}
            <a href={`/api/deliveries/${id}/raw`} className={buttonStyle("secondary", "small")}>
              {t.rawPayload}
            </a>
          </div>
        ) : null}
      </div>
    </header>
  );
}

type DeliveryFactsProps = { delivery: DeliveryDetailsView; timeZone: string };

/** Where a delivery came from, and what tells its bytes from others. */
export function DeliveryFacts({ delivery, timeZone }: DeliveryFactsProps) {
  const t = deliveriesDetailTexts();
  const { id, bytes, sha256, remoteAddress, secretHash, secretName, rereadAt } = delivery;
  return (
    <Section title={t.delivery}>
      <DescriptionList>
        <Description term={t.id}>
          <Code>{id}</Code> <CopyButton value={id} label={t.copyId} />
        </Description>
        <Description term={t.size}>{t.bytes(bytes)}</Description>
        <Description term="SHA-256">
          <Code>{sha256}</Code> <CopyButton value={sha256} label={t.copyHash} />
        </Description>
        <Description term={t.address}>
          {remoteAddress === "" ? (
            <span className="text-faint">{t.unknown}</span>
          ) : (
            <LogLink change={{ address: remoteAddress }} value={remoteAddress} />
          )}
        </Description>
        <Description term={t.secret}>
          <LogLink change={{ secret: secretHash }} value={secretName ?? secretHash} />
        </Description>
        {rereadAt ? (
          <Description term={t.reprocessed}>
            <Instant at={rereadAt} timeZone={timeZone} />
          </Description>
        ) : null}
      </DescriptionList>
    </Section>
  );
}

/** A value that leads to every delivery of the same. */
function LogLink({ change, value }: { change: Partial<DeliveryFilter>; value: string }) {
  const query = { filter: { ...emptyDeliveryFilter, ...change }, page: firstDeliveryPage };
  return (
    <TextLink href={deliveriesHref(query)}>
      <Code>{value}</Code>
    </TextLink>
  );
}

/** What was understood, record by record. */
export function DeliveryRecords({ delivery }: { delivery: DeliveryDetailsView }) {
  const { outcome, records, recordCount } = delivery;
  const t = deliveriesDetailTexts();
  const more = recordCount - records.length;
  return (
    <Section title={t.result}>
      {records.length === 0 ? (
        <p className="text-dense text-muted">{outcome === "pending" ? t.notReadYet : t.noRecord}</p>
      ) : (
        <ol className="-my-3 divide-y divide-line text-dense">
          {records.map((record, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record is known by its place alone
            <DeliveryRecord key={position} record={record} />
          ))}
        </ol>
      )}
      {more > 0 ? <p className="mt-4 text-dense text-muted">{t.moreRecords(more)}</p> : null}
    </Section>
  );
}

type Record = DeliveryDetailsView["records"][number];

/** One record of a delivery: what became of it, what is wrong, and how values were taken. */
function DeliveryRecord({ record }: { record: Record }) {
  const { recordingId, outcome, problems, notices, moreRemarks } = record;
  const t = deliveriesDetailTexts();
  const isWhole = isWholeBody(record);
  return (
    <li className="space-y-1.5 py-3">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0">
          {isWhole ? t.entirePayload : <RecordName recordingId={recordingId} outcome={outcome} />}
        </p>
        <OutcomeBadge outcome={outcome} />
      </div>
      <Remarks label={t.problems} remarks={problems} className="text-warn" />
      <Remarks label={t.notices} remarks={notices} className="text-muted" />
      {moreRemarks > 0 ? <p className="text-muted">{t.moreRemarks(moreRemarks)}</p> : null}
    </li>
  );
}

function RecordName({ recordingId, outcome }: Pick<Record, "recordingId" | "outcome">) {
  if (recordingId === null) {
    return <span className="text-muted">{deliveriesDetailTexts().noId}</span>;
  }
  if (outcome === "quarantined") return <Code>{recordingId}</Code>;
  return (
    <TextLink href={recordingHref(recordingId)}>
      <Code>{recordingId}</Code>
    </TextLink>
  );
}

type RemarksProps = { label: string; remarks: Record["problems"]; className: string };

function Remarks({ label, remarks, className }: RemarksProps) {
  if (remarks.length === 0) return null;
  return (
    <ul aria-label={label} className={className}>
      {remarks.map(({ path, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two that were cut may begin alike
        <li key={index} className="wrap-anywhere">
          {path ? <Code>{toVisibleText(path)}</Code> : null} {toVisibleText(wordRemark(message))}
        </li>
      ))}
    </ul>
  );
}

type DeliveryContentProps = Pick<DeliveryDetailsView, "content" | "bodyDrop"> & {
  timeZone: string;
};

/** What arrived: the headers, and the body as text. All of it is a stranger's. */
export function DeliveryContent({ content, bodyDrop, timeZone }: DeliveryContentProps) {
  if (!content) return <DroppedContent bodyDrop={bodyDrop} timeZone={timeZone} />;
  const { headers, text } = content;
  const t = deliveriesDetailTexts();
  return (
    <>
      <Section title={t.headers} description={t.headersKept}>
        <table aria-label={t.headers} className="-my-1.5 w-full table-fixed text-dense">
          <colgroup>
            <col className="w-2/5 sm:w-56" />
            <col />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.value}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {headers.map(([name, value]) => (
              <tr key={`${name} ${value}`} className="align-top">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal text-muted">
                  <Code>{name}</Code>
                </th>
                <td className="py-1.5">
                  <Code>{value}</Code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={t.body} description={describeText(text)}>
        {text.text === "" ? (
          <p className="text-dense text-muted">{t.empty}</p>
        ) : (
          <pre dir="ltr" className="wrap-anywhere whitespace-pre-wrap font-mono text-xs leading-5">
            {text.text}
          </pre>
        )}
      </Section>
    </>
  );
}

function describeText({ isCut, isLaidOut, unreadable }: BodyTextView): string | undefined {
  const t = deliveriesDetailTexts();
  const notes = [
    unreadable ? t.shownAsFar(unreadable) : null,
    isCut ? t.isCut : null,
    isLaidOut ? t.isLaidOut : null,
  ].filter((note) => note !== null);
  return notes.length > 0 ? notes.join(" ") : undefined;
}

type DroppedContentProps = Pick<DeliveryDetailsView, "bodyDrop"> & { timeZone: string };

/** Where the headers and the body went. */
function DroppedContent({ bodyDrop, timeZone }: DroppedContentProps) {
  const t = deliveriesDetailTexts();
  return (
    <Section title={t.body}>
      <p className="text-dense text-muted">
        {bodyDrop
          ? fillText(t.dropped(bodyDrop.retentionDays), {
              day: (
                <time dateTime={bodyDrop.droppedAt}>
                  {formatShort(bodyDrop.droppedAt, timeZone, new Date(0)).day}
                </time>
              ),
              retention: <TextLink href="/settings/retention">{t.retention}</TextLink>,
            })
          : t.bytesGone}
      </p>
    </Section>
  );
}
