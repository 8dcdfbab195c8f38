import Link from "next/link";
import { OutcomeBadge } from "@/components/deliveries/log/deliveries-table";
import { wordRemark } from "@/components/format/word-remark";
import { recordingHref } from "@/components/recordings/recording-href";
import { Code } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import { isWholeBody } from "@/lib/intake/deliveries/is-whole-body";
import { toVisibleText } from "@/lib/intake/deliveries/visible-text";
import type { DeliveryDetailsView } from "@/lib/intake/views/views";
import { deliveriesDetailTexts } from "./texts.en";

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
    <Link
      href={recordingHref(recordingId)}
      prefetch={false}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      <Code>{recordingId}</Code>
    </Link>
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
