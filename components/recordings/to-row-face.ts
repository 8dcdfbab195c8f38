import type { Tone } from "@/components/ui/tone";
import { type ExtraColumn, usualColumns } from "@/lib/recordings/list-columns";
import type { RecordingRowView } from "@/lib/recordings/views";
import { type DayAndTime, formatFull, formatShort } from "./format-instant";
import { formatPhoneNumber } from "./format-phone-number";
import { toStatusTone } from "./status-tone";
import { toMoreCells } from "./to-more-cells";

/** A row as it is read, every value in words: the browser needs nothing to draw it. */
export type RowFace = DayAndTime & {
  id: string;
  createdAt: string;
  fullTime: string;
  customerName: string;
  phoneNumber: string;
  isPhoneNumberCorrect: boolean;
  campaign: string | null;
  status: string;
  tone: Tone;
  minutesUsed: number;
  hasTranscript: boolean;
  summaryBeginning: string;
  /** Of the columns that must be chosen, those that are; null is "none". */
  more: Partial<Record<ExtraColumn, string | null>>;
};

export function toRowFace(
  row: RecordingRowView,
  timeZone: string,
  now: Date,
  columns: readonly string[] = usualColumns,
): RowFace {
  return {
    ...formatShort(row.createdAt, timeZone, now),
    id: row.id,
    createdAt: row.createdAt,
    fullTime: formatFull(row.createdAt, timeZone),
    customerName: row.customerName.trim() || "No name",
    phoneNumber: formatPhoneNumber(row.phoneNumber),
    isPhoneNumberCorrect: row.isPhoneNumberCorrect,
    campaign: row.campaign,
    status: row.status,
    tone: toStatusTone(row.status),
    minutesUsed: row.minutesUsed,
    hasTranscript: row.hasTranscript,
    summaryBeginning: row.summaryBeginning,
    more: toMoreCells(row, columns, timeZone, now),
  };
}
