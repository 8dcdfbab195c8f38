import { formatShort } from "@/components/format/format-instant";
import { yesOrNo } from "@/components/format/yes-or-no";
import type { ExtraColumn } from "@/lib/recordings/filter/list-columns";
import type { RecordingRowView } from "@/lib/recordings/query/views";

/** What the columns that must be chosen say of a call; null is "none". */
export function toMoreCells(
  row: RecordingRowView,
  columns: readonly string[],
  timeZone: string,
  now: Date,
): Partial<Record<ExtraColumn, string | null>> {
  const told: Record<ExtraColumn, () => string | null> = {
    email: () => row.email,
    type: () => row.type,
    gender: () => row.gender || null,
    is_confirmed: () => yesOrNo(row.isConfirmed),
    is_phone_number_correct: () => yesOrNo(row.isPhoneNumberCorrect),
    id: () => row.id,
    call_sid: () => row.callSid || null,
    received_at: () => writeInstant(row.receivedAt),
    changed_at: () => writeInstant(row.changedAt),
  };
  const writeInstant = (instant: string) => {
    const { day, time } = formatShort(instant, timeZone, now);
    return `${day} ${time}`;
  };
  return Object.fromEntries(
    Object.entries(told).flatMap(([column, tell]) =>
      columns.includes(column) ? [[column, tell()]] : [],
    ),
  );
}
