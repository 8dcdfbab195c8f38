export type JsonObject = { [key: string]: unknown };

/** The attributes of one call, about 1 KB as JSON; different for each `id`, the same for the same. */
export function makeCallRecord(id: string, n: number): JsonObject {
  return {
    id,
    minutes_used: n % 45,
    call_sid: `CA${String(n).padStart(30, "0")}`,
    recording_attachment: `https://calls.example.com/recordings/${id}.mp3`,
    campaign: n % 7 === 0 ? null : `campaign-${n % 5}`,
    customer: {
      details: {
        id: `customer-${n % 5_000}`,
        first_name: "Ada",
        last_name: `Example ${n % 5_000}`,
        phone_number: `+1202555${String(n % 10_000).padStart(4, "0")}`,
        gender: n % 2 === 0 ? "female" : "male",
        email: `customer-${n % 5_000}@example.com`,
        type: "lead",
        is_confirmed: n % 3 === 0,
        is_phone_number_correct: true,
      },
      roster_attachment: null,
    },
    has_transcript: n % 2 === 0,
    summary: `${sentence} ${n}`,
    created_at: new Date(Date.UTC(2026, 9, 1) + (n % 4_000_000) * 1_000).toISOString(),
    status: ["completed", "failed", "busy", "no-answer"][n % 4],
  };
}

export function toDocument(record: JsonObject): JsonObject {
  const { id, ...attributes } = record;
  return { data: { type: "recordings", id, attributes } };
}

const sentence =
  "The customer asked for the opening hours, wants to move the appointment to next week, prefers to be called in the afternoon, and would like a written confirmation of the new date by e-mail. The line was clear and the caller was patient throughout.";
