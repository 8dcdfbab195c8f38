import type { CallRecord } from "./call-record";

/** An understood call of a made-up person, for tests; `changes` are merged over it. */
export function toCallRecord(id: string, changes: Partial<CallRecord> = {}): CallRecord {
  return {
    id,
    minutesUsed: 3,
    callSid: `CA-${id}`,
    recordingAttachment: `https://files.example.com/${id}.mp3`,
    campaign: "spring",
    hasTranscript: true,
    summary: "Asked for a call back.",
    createdAt: "2026-11-20T10:00:00Z",
    status: "completed",
    rosterAttachment: null,
    customerId: `cus-${id}`,
    customerFirstName: "Noor",
    customerLastName: "Haddad",
    customerPhoneNumber: "+1 212 555 0142",
    customerGender: "female",
    customerEmail: "noor@example.com",
    customerType: "lead",
    customerIsConfirmed: true,
    customerIsPhoneNumberCorrect: true,
    extra: "{}",
    problems: [],
    ...changes,
  };
}
