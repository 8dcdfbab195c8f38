import type { AttachmentAddresses } from "../attachments/attachment-addresses";
import type { Call } from "../calls/make-call";

export type RecordingAttributes = { [key: string]: unknown; status: string };

/** All that an event says about a call but its id, under the names of the calling service. */
export function recordingAttributes(
  call: Call,
  createdAt: Date,
  attachments: AttachmentAddresses,
): RecordingAttributes {
  const { customer } = call;
  return {
    minutes_used: isConnected(call) ? Math.ceil(call.durationSeconds / 60) : 0,
    call_sid: call.callSid,
    recording_attachment: attachments.audio(call),
    campaign: call.campaign,
    customer: {
      details: {
        id: customer.id,
        first_name: customer.firstName,
        last_name: customer.lastName,
        phone_number: customer.phoneNumber,
        gender: customer.gender,
        email: customer.email,
        type: customer.type,
        is_confirmed: customer.isConfirmed,
        is_phone_number_correct: customer.isPhoneNumberCorrect,
      },
      roster_attachment: attachments.roster(call),
    },
    has_transcript: call.hasTranscript,
    summary: call.summary,
    created_at: createdAt.toISOString(),
    status: call.status,
  };
}

function isConnected(call: Call): boolean {
  return call.status === "completed" || call.status === "voicemail";
}
