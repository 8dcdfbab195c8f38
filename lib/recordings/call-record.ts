import { z } from "zod";

/** One call as a delivery tells it, understood: what the ledger stores. Texts are storable. */
export const callRecordSchema = z.object({
  id: z.string(),
  minutesUsed: z.int(),
  callSid: z.string(),
  recordingAttachment: z.string(),
  campaign: z.string().nullable(),
  hasTranscript: z.boolean(),
  summary: z.string(),
  /** ISO 8601 in UTC, with up to six decimals of a second. */
  createdAt: z.string(),
  status: z.string(),
  rosterAttachment: z.string().nullable(),
  customerId: z.string(),
  customerFirstName: z.string(),
  customerLastName: z.string(),
  customerPhoneNumber: z.string(),
  customerGender: z.string(),
  customerEmail: z.string().nullable(),
  customerType: z.string().nullable(),
  customerIsConfirmed: z.boolean(),
  customerIsPhoneNumberCorrect: z.boolean(),
  /** JSON text of the keys that the interface doesn't name, nested as they arrived. */
  extra: z.string(),
});

export type CallRecord = z.infer<typeof callRecordSchema>;
