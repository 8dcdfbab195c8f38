import Link from "next/link";
import { OutcomeBadge } from "@/components/deliveries/log/outcome-badge";
import { countFormat } from "@/components/format/count-format";
import { recordingHref } from "@/components/recordings/recording-href";
import { Code } from "@/components/ui/page/code";
import { isWholeBody } from "@/lib/intake/deliveries/is-whole-body";
import { toVisibleText } from "@/lib/intake/deliveries/to-visible-text";
import type { DeliveryDetailsView } from "@/lib/intake/deliveries/views";

type Record = DeliveryDetailsView["records"][number];

/** One record of a delivery: what became of it, what is wrong, and how values were taken. */
export function DeliveryRecord({ record }: { record: Record }) {
  const { recordingId, outcome, problems, notices, moreRemarks } = record;
  const isWhole = isWholeBody(record);
  return (
    <li className="space-y-1.5 py-3">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0">
          {isWhole ? "The whole body" : <RecordName recordingId={recordingId} outcome={outcome} />}
        </p>
        <OutcomeBadge outcome={outcome} />
      </div>
      <Remarks label="Problems" remarks={problems} className="text-warn" />
      <Remarks label="Notices" remarks={notices} className="text-muted" />
      {moreRemarks > 0 ? (
        <p className="text-muted">
          And {countFormat.format(moreRemarks)} more {moreRemarks === 1 ? "remark" : "remarks"}.
        </p>
      ) : null}
    </li>
  );
}

function RecordName({ recordingId, outcome }: Pick<Record, "recordingId" | "outcome">) {
  if (recordingId === null) return <span className="text-muted">No id could be read</span>;
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
          {path ? <Code>{toVisibleText(path)}</Code> : null} {toVisibleText(message)}
        </li>
      ))}
    </ul>
  );
}
