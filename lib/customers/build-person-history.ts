import type { FieldChangeView } from "@/lib/recordings/detail/views";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import type { PersonChangeView } from "./views";

/** What a record says of the person, in the order in which changes are read. */
export const personFields = [
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
