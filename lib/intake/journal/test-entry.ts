import { createHash } from "node:crypto";
import type { NewEntry } from "./journal";

/** A delivery as the webhook hands it to the journal, for tests. */
export function toNewEntry(body: string | Buffer | object): NewEntry {
  const isBytes = typeof body === "string" || Buffer.isBuffer(body);
  const bytes = Buffer.from(isBytes ? body : JSON.stringify(body));
  return {
    kind: "delivery",
    body: bytes,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    declaredBytes: bytes.length,
    secretHash: "0123456789ab",
    remoteAddress: "192.0.2.1",
    headers: [["content-type", "application/json"]],
  };
}

/** A flat recording payload of made-up people; `changes` are merged over it. */
export function toPayload(id: string, changes: Record<string, unknown> = {}) {
  return {
    id,
    minutes_used: 3,
    call_sid: `CA-${id}`,
    recording_attachment: `https://files.example.com/${id}.mp3`,
    campaign: "spring",
    customer: {
      details: {
        id: `cus-${id}`,
        first_name: "Noor",
        last_name: "Haddad",
        phone_number: "+1 212 555 0142",
        gender: "female",
        email: "noor@example.com",
        type: "lead",
        is_confirmed: true,
        is_phone_number_correct: true,
      },
      roster_attachment: null,
    },
    has_transcript: true,
    summary: "Asked for a call back.",
    created_at: "2026-11-20T10:00:00Z",
    status: "completed",
    ...changes,
  };
}
