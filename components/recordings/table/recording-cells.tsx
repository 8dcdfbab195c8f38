import { MarkedPhoneNumber } from "@/components/format/marked-phone-number";
import { NamedValue } from "@/components/vocabulary/named-value";
import type { ExtraColumn, UsualColumn } from "@/lib/recordings/filter/list-columns";
import type { RowFace } from "./to-row-face";

const notKnown = (
  <span className="text-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">Not known</span>
  </span>
);

/** What the usual columns say of a call; the customer's name is a link, which the row brings. */
export const usualCells: Record<
  Exclude<UsualColumn, "customer">,
  (row: RowFace) => React.ReactNode
> = {
  created_at: (row) => (
    <time
      dateTime={row.createdAt}
      title={row.fullTime}
      className={row.isOfArrival ? "call-arrival tabular-nums" : "tabular-nums"}
    >
      <span className="text-muted">{row.day}</span> {row.time}
      {row.isOfArrival ? <span className="sr-only"> (time of arrival)</span> : null}
    </time>
  ),
  phone_number: (row) =>
    row.phoneNumber === "" ? (
      notKnown
    ) : (
      <MarkedPhoneNumber isCorrect={row.isPhoneNumberCorrect}>{row.phoneNumber}</MarkedPhoneNumber>
    ),
  campaign: (row) =>
    row.campaign === null ? (
      <span className="text-faint">No campaign</span>
    ) : (
      <NamedValue label={row.campaign} raw={row.campaignRaw} tone={row.campaignTone} />
    ),
  status: (row) => <NamedValue label={row.status} raw={row.statusRaw} tone={row.tone} />,
  minutes_used: (row) => (
    <>
      {row.minutesUsed ?? notKnown}
      <span className="text-muted xl:sr-only"> min</span>
    </>
  ),
  has_transcript: (row) =>
    row.hasTranscript === null ? (
      <span className="max-xl:sr-only">{notKnown}</span>
    ) : row.hasTranscript ? (
      <>
        <span aria-hidden className="call-transcript-mark" />
        <span className="sr-only">Has a transcript</span>
      </>
    ) : (
      <span className="sr-only">No transcript</span>
    ),
  summary: (row) => row.summaryBeginning || (row.problemCount > 0 ? notKnown : null),
};

/** What a column that must be chosen says of a call. */
export function tellMore(row: RowFace, column: ExtraColumn): React.ReactNode {
  return row.more[column] ?? <span className="text-faint">None</span>;
}
