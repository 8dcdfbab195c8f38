import { formatFull, formatShort } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { formatPhoneNumber } from "@/components/format/phone-number";
import { toCustomerName, yesOrNo } from "@/components/format/text";
import type { RowViewModel } from "@/components/recordings/list-answers";
import type { ValueView } from "@/components/vocabulary/value-schema";
import { toAudioView, toValueView } from "@/components/vocabulary/values";
import type { RowHeardView } from "@/lib/heard/views";
import { type RowNotesView, reviewLabels } from "@/lib/notes/views";
import { type ExtraColumn, usualColumns } from "@/lib/recordings/filter/list-view";
import type { RecordingRowView } from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { recordingsTableMoreTexts, toRowMarks } from "./row-marks";

export function toRowViewModel(
  row: RecordingRowView,
  timeZone: string,
  now: Date,
  vocabulary: VocabularyView,
  { columns = usualColumns, q = "", heard, said, isQuotaReached = false }: RowOptions = {},
): RowViewModel {
  const status = toValueView("status", row.status, vocabulary);
  const campaign = toValueView("campaign", row.campaign, vocabulary);
  const fullTime = formatFull(row.createdAt, timeZone);
  const { isProtected } = row;
  const audio = toAudioView(row.audio, { isProtected, isQuotaReached });
  return {
    ...formatShort(row.createdAt, timeZone, now),
    id: row.id,
    createdAt: row.createdAt,
    changedAt: row.changedAt,
    fullTime: row.isCreatedAtOfArrival ? recordingsTableMoreTexts().ofArrival(fullTime) : fullTime,
    isOfArrival: row.isCreatedAtOfArrival,
    customerName: toCustomerName({ firstName: row.customerName, lastName: "" }),
    phoneNumber: formatPhoneNumber(row.phoneNumber),
    isPhoneNumberCorrect: row.isPhoneNumberCorrect,
    campaign: row.campaign === null ? null : campaign.label,
    campaignRaw: campaign.raw,
    campaignTone: campaign.tone,
    status: status.label,
    statusRaw: status.raw,
    ...(row.status === "" && { hasNoStatus: true }),
    named: describeNamed([status, campaign]),
    tone: status.tone ?? "grey",
    minutesUsed: row.minutesUsed,
    hasTranscript: row.hasTranscript,
    audio,
    canPlay: row.hasAudio && audio?.sign !== "failed",
    summaryBeginning: row.summaryBeginning,
    more: toMoreCells(row, { columns, heard, said }, timeZone, now),
    ...toTagCells(columns, said?.get(row.id)),
    problemCount: row.problemCount,
    marks: toRowMarks(row, q, columns),
  };
}

type RowOptions = {
  columns?: readonly string[] | undefined;
  /** What the list is searched for. */
  q?: string;
  /** Who heard them, by their ids, where that is shown. */
  heard?: ReadonlyMap<string, RowHeardView> | undefined;
  /** What was said of each call, where a column shows it. */
  said?: ReadonlyMap<string, RowNotesView> | undefined;
  /** Whether audio that waits does so for want of room. */
  isQuotaReached?: boolean;
};

function toTagCells(columns: readonly string[], said: RowNotesView | undefined) {
  if (!said?.tags.length || !columns.includes("tags")) return {};
  return { tags: said.tags.map(({ name, colour }) => ({ name, colour })) };
}

function describeNamed(values: ValueView[]): string | undefined {
  const named = values.filter(({ raw }) => raw !== undefined);
  return named.map(({ label, raw }) => `${label} (${raw})`).join(", ") || undefined;
}

/** What the columns that must be chosen say of a call; null is "none". */
function toMoreCells(
  row: RecordingRowView,
  options: Required<Pick<RowOptions, "columns">> & Pick<RowOptions, "heard" | "said">,
  timeZone: string,
  now: Date,
): Partial<Record<ExtraColumn, string | null>> {
  const { columns, heard } = options;
  const said = options.said?.get(row.id);
  const readers: Record<ExtraColumn, () => string | null> = {
    email: () => row.email,
    type: () => row.type,
    gender: () => row.gender || null,
    is_confirmed: () => yesOrNo(row.isConfirmed),
    is_phone_number_correct: () => yesOrNo(row.isPhoneNumberCorrect),
    id: () => row.id,
    call_sid: () => row.callSid || null,
    tags: () => said?.tags.map(({ name }) => name).join(", ") || null,
    review: () => (said?.review ? reviewLabels[said.review] : null),
    notes: () => (said?.notes ? countFormat.format(said.notes) : null),
    received_at: () => writeInstant(row.receivedAt),
    changed_at: () => writeInstant(row.changedAt),
    heard: () => describeHeard(heard?.get(row.id)),
  };
  const writeInstant = (instant: string) => {
    const { day, time } = formatShort(instant, timeZone, now);
    return `${day} ${time}`;
  };
  return Object.fromEntries(
    Object.entries(readers).flatMap(([column, read]) =>
      columns.includes(column) ? [[column, read()]] : [],
    ),
  );
}

/** "You, 45%", "Ada and 2 others, 100%". */
function describeHeard(heard: RowHeardView | undefined): string | null {
  if (!heard) return null;
  const t = recordingsTableMoreTexts().heard;
  const { isByMe, otherName, others, share } = heard;
  const known = [...(isByMe ? [t.you] : []), ...(otherName === null ? [] : [otherName])];
  const rest = others - (otherName === null ? 0 : 1);
  const people = [...known, ...(rest > 0 ? [t.others(rest)] : [])];
  const [last = "", ...before] = people.toReversed();
  const told = before.length === 0 ? last : t.and(before.toReversed().join(", "), last);
  return share === null ? told : t.share(told, Math.max(1, Math.floor(100 * share)));
}
