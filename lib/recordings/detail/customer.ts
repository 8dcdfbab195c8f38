import "server-only";
import type { z } from "zod";
import { callRecordSchema } from "../record/call-record";
import type {
  ContradictionField,
  ContradictionView,
  ExtraListView,
  SaidValueView,
} from "../views/views";
import { readExtra } from "./get-recording";
import {
  customerExtraSql,
  listDisagreeing,
  listMentioned,
  type MentionRow,
  type SaidRow,
} from "./sql";

/** What the newest content that names a customer says of them beyond the fields that Earshot knows. */
export function readCustomerExtra(customerId: string): Promise<ExtraListView> {
  return readExtra(customerExtraSql(customerId));
}

/** What calls of one customer disagree about: of each such field its newest values. */
export async function findContradictions(customerId: string): Promise<ContradictionView[]> {
  const rows = await listDisagreeing(customerId);
  return fieldsInOrder.flatMap((field) => {
    const own = rows.filter((row) => row.field === field);
    const [newest] = own;
    return newest ? [{ field, values: own.map(toView), more: newest.values - own.length }] : [];
  });
}

const fieldsInOrder: ContradictionField[] = [
  "name",
  "phoneNumber",
  "phoneNumberCorrect",
  "email",
  "gender",
];

function toView(row: SaidRow): SaidValueView {
  return {
    value: row.value,
    calls: row.calls,
    first: { id: row.first_id, createdAt: row.first_at.toISOString() },
    last: { id: row.last_id, createdAt: row.last_at.toISOString() },
  };
}

/**
 * The newest contents that name a customer, newest first, and one more than `most` where there are more; null:
 * it is no longer kept.
 */
export async function listMentions(
  customerId: string,
  most: number,
): Promise<(CustomerMention | null)[]> {
  return (await listMentioned(customerId, most)).map(toMention);
}

export type CustomerData = z.infer<typeof customerDataSchema>;

/** A content that named the customer, and the delivery that brought it first. */
export type CustomerMention = {
  recordingId: string;
  deliveryId: string;
  acceptedAt: string;
  data: CustomerData;
};

const customerDataSchema = callRecordSchema.pick({
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

/** What a record says of a customer, in the order in which changes are read. */
export const customerFields = customerDataSchema.keyof().options;

function toMention(row: MentionRow): CustomerMention | null {
  if (row.data === null) return null;
  const data = customerDataSchema.parse(row.data);
  return { ...row, acceptedAt: row.acceptedAt.toISOString(), data };
}
