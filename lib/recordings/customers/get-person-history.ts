import "server-only";
import { db } from "@/lib/platform/db";
import { callRecordSchema } from "../call-record";
import { buildPersonHistory, type PersonMention } from "./build-person-history";
import type { PersonHistoryView } from "./views";

/**
 * What became of a person's data, as deliveries told it: the newest 50 changes among the newest
 * 1,000 contents that named them.
 */
export async function getPersonHistory(customerId: string): Promise<PersonHistoryView> {
  const rows = await db().$queryRaw<MentionRow[]>`
    SELECT recording_id, delivery_id, accepted_at,
      CASE WHEN pg_column_size(content) <= ${mostContentBytes}::int THEN jsonb_build_object(
        'customerFirstName', left(content ->> 'customerFirstName', ${mostText}::int),
        'customerLastName', left(content ->> 'customerLastName', ${mostText}::int),
        'customerPhoneNumber', content -> 'customerPhoneNumber',
        'customerIsPhoneNumberCorrect', content -> 'customerIsPhoneNumberCorrect',
        'customerEmail', left(content ->> 'customerEmail', ${mostText}::int),
        'customerGender', content -> 'customerGender',
        'customerType', content -> 'customerType',
        'customerIsConfirmed', content -> 'customerIsConfirmed',
        'rosterAttachment', left(content ->> 'rosterAttachment', ${mostText}::int)) END AS data
    FROM recording_version WHERE customer_id = ${customerId}
    ORDER BY first_seq DESC, content_hash DESC LIMIT ${maxMentions + 1}`;
  const read = rows.filter(({ data }) => data !== null);
  const isWhole = rows.length <= maxMentions && read.length === rows.length;
  const changes = buildPersonHistory(read.map(toMention).reverse(), { isFromBeginning: isWhole });
  return {
    entries: changes.slice(0, maxChanges),
    isFromBeginning: isWhole && changes.length <= maxChanges,
  };
}

const maxMentions = 1_000;
/** As it is stored, mostly compressed. Of what is larger, nothing is read. */
const mostContentBytes = 131_072;
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
