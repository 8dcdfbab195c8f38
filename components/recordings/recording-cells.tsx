import { FileText } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { NamedValue } from "@/components/vocabulary/named-value";
import type { ExtraColumn, UsualColumn } from "@/lib/recordings/list-columns";
import { MarkedPhoneNumber } from "./marked-phone-number";
import type { RowFace } from "./to-row-face";

/** What the usual columns say of a call; the customer's name is a link, which the row brings. */
export const usualCells: Record<
  Exclude<UsualColumn, "customer">,
  (row: RowFace) => React.ReactNode
> = {
  created_at: (row) => (
    <time dateTime={row.createdAt} title={row.fullTime} className="tabular-nums">
      <span className="text-muted">{row.day}</span> {row.time}
    </time>
  ),
  phone_number: (row) => (
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
      {row.minutesUsed}
      <span className="text-muted @5xl:sr-only"> min</span>
    </>
  ),
  has_transcript: (row) =>
    row.hasTranscript ? (
      <>
        <FileText aria-hidden className="inline size-4 text-muted" />
        <span className="sr-only">Has a transcript</span>
      </>
    ) : (
      <span className="sr-only">No transcript</span>
    ),
  summary: (row) => row.summaryBeginning,
};

/** What a column that must be chosen says of a call. */
export function tellMore(row: RowFace, column: ExtraColumn): React.ReactNode {
  return row.more[column] ?? <span className="text-faint">None</span>;
}

/** Where a usual column stands in a card: of four lines on a phone, of two where it is wider. */
export const placesInCard: Record<UsualColumn, string> = {
  created_at: "order-2 col-span-2 text-right @min-[40rem]:order-4",
  customer: "order-1",
  phone_number: "order-6 @min-[40rem]:order-5",
  campaign: classNames(
    "order-7 col-span-2 max-w-[45vw] justify-self-end text-right",
    "@min-[40rem]:order-3 @min-[40rem]:col-span-1 @min-[40rem]:max-w-none @min-[40rem]:justify-self-auto @min-[40rem]:text-left",
  ),
  status: "order-3 @min-[40rem]:order-2",
  minutes_used: "order-5 text-right tabular-nums @min-[40rem]:order-8",
  has_transcript: "order-4 text-right @min-[40rem]:order-7",
  summary: "order-8 col-span-3 text-muted @min-[40rem]:order-6 @min-[40rem]:col-span-2",
};
