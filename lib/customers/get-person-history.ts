import "server-only";
import { db } from "@/lib/platform/database/db";
import { countsSql, versionsSql } from "@/lib/recordings/ledger/versions/ledger-form";
import { type CallRecord, callRecordSchema } from "@/lib/recordings/record/call-record";
import type { FieldChangeView } from "@/lib/recordings/views/views";
import { Prisma } from "@/prisma/client/client";
import type { PersonChangeView, PersonHistoryView } from "./views";

/**
 * What became of a person's data, as deliveries told it: the newest 50 changes among the newest
 * 1,000 that count and name them.
 */
export async function getPersonHistory(customerId: string): Promise<PersonHistoryView> {
  const rows = await db().$queryRaw<MentionRow[]>`
    WITH noted AS (
      SELECT recording_id, content_hash, accepted_seq AS seq, position, delivery_id, accepted_at
      FROM recording_delivery WHERE customer_id = ${customerId} AND ${Prisma.raw(countsSql)}
      ORDER BY accepted_seq DESC, position DESC LIMIT ${maxMentions + 1}
    ), first_comings AS (
      SELECT recording_id, content_hash, first_seq AS seq, 0 AS position, delivery_id, accepted_at
      FROM recording_version WHERE customer_id = ${customerId}
      ORDER BY first_seq DESC LIMIT ${maxMentions + 1}
    ), mention AS (
      SELECT * FROM noted
      UNION ALL
      -- An older Earshot didn't note whom an arrival names: there, the first coming of a content tells.
      SELECT * FROM first_comings WHERE NOT EXISTS (
        SELECT FROM recording_delivery AS arrival WHERE arrival.recording_id = first_comings.recording_id
          AND arrival.accepted_seq = first_comings.seq AND arrival.customer_id IS NOT NULL)
      ORDER BY seq DESC, position DESC LIMIT ${maxMentions + 1}
    )
    SELECT mention.recording_id, mention.delivery_id, mention.accepted_at,
      CASE WHEN content IS NOT NULL THEN jsonb_build_object(
        'customerFirstName', left(content ->> 'customerFirstName', ${mostText}::int),
        'customerLastName', left(content ->> 'customerLastName', ${mostText}::int),
        'customerPhoneNumber', content -> 'customerPhoneNumber',
        'customerIsPhoneNumberCorrect', content -> 'customerIsPhoneNumberCorrect',
        'customerEmail', left(content ->> 'customerEmail', ${mostText}::int),
        'customerGender', content -> 'customerGender',
        'customerType', content -> 'customerType',
        'customerIsConfirmed', content -> 'customerIsConfirmed',
        'rosterAttachment', left(content ->> 'rosterAttachment', ${mostText}::int)) END AS data
    FROM mention JOIN ${Prisma.raw(versionsSql)} AS version USING (recording_id, content_hash)
    ORDER BY mention.seq DESC, mention.position DESC`;
  const read = rows.filter(({ data }) => data !== null);
  const isWhole = rows.length <= maxMentions && read.length === rows.length;
  const changes = buildPersonHistory(read.map(toMention).reverse(), { isFromBeginning: isWhole });
  return {
    entries: changes.slice(0, maxChanges),
    isFromBeginning: isWhole && changes.length <= maxChanges,
  };
}

const maxMentions = 1_000;
const mostText = 500;
const maxChanges = 50;

const personDataSchema = callRecordSchema.pick({
  customerFirstName: true,
  customerLastName: true,
  customerPhoneNumber: true,
  customerIsPhoneNumberCorrect: true,
  customerEmail: true,
  customerGender: true,
  customerType: true,
  customerIsConfirmed: true,
  rosterAttachment: true,
});

type MentionRow = { recording_id: string; delivery_id: string; accepted_at: Date; data: unknown };

function toMention(row: MentionRow): PersonMention {
  return {
    recordingId: row.recording_id,
    deliveryId: row.delivery_id,
    acceptedAt: row.accepted_at.toISOString(),
    data: personDataSchema.parse(row.data),
  };
}

/** What a record says of the person, in the order in which changes are read. */
const personFields = [
  "customerFirstName",
  "customerLastName",
  "customerPhoneNumber",
  "customerIsPhoneNumberCorrect",
  "customerEmail",
  "customerGender",
  "customerType",
  "customerIsConfirmed",
  "rosterAttachment",
] as const satisfies (keyof CallRecord)[];

export type PersonData = Pick<CallRecord, (typeof personFields)[number]>;

/** A content that named the person, and the delivery that brought it first. */
export type PersonMention = {
  recordingId: string;
  deliveryId: string;
  acceptedAt: string;
  data: PersonData;
};

/**
 * Tells what became of a person's data, newest first, from every mention in the order of
 * acceptance; whoever says what the one before said tells nothing. Without the beginning, the oldest
 * mention is there to compare with only. Pure.
 */
export function buildPersonHistory(
  mentions: PersonMention[],
  { isFromBeginning }: { isFromBeginning: boolean },
): PersonChangeView[] {
  let current: PersonMention | undefined;
  const entries = mentions.flatMap((mention): PersonChangeView[] => {
    const changes = current ? comparePersons(current.data, mention.data) : null;
    const isNews = changes ? changes.length > 0 : isFromBeginning;
    current = mention;
    const { recordingId, deliveryId, acceptedAt } = mention;
    return isNews ? [{ recordingId, deliveryId, acceptedAt, changes }] : [];
  });
  return entries.reverse();
}

function comparePersons(before: PersonData, after: PersonData): FieldChangeView[] {
  return personFields.flatMap((field) =>
    before[field] === after[field]
      ? []
      : [{ field, before: before[field], after: after[field], words: null }],
  );
}
