import "server-only";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse } from "@/lib/platform/problem";
import { audioRoomTexts } from "./texts.en";

/** Why a file of a recording can't be had. */
export type AttachmentFault =
  | "not-found"
  | "unreachable"
  | "timeout"
  | "refused"
  | "address-forbidden"
  | "wrong-type"
  | "too-large"
  | "not-connected";

export type AttachmentKind = "audio" | "roster";

/** A fault, and what the log should know of it: never the address, which may hold a key. */
export type AttachmentFailure = { fault: AttachmentFault; host?: string; reason?: string };

/**
 * The answer for a failure: a problem whose code names the file and the fault, such as
 * `audio-refused`. The log has the rest under the same request id.
 */
export function attachmentProblem(
  kind: AttachmentKind,
  recordingId: string,
  failure: AttachmentFailure,
): Response {
  const requestId = newRequestId();
  log().warn(
    { recordingId, requestId, kind, ...failure },
    "a recording's file could not be served",
  );
  const [status, pattern] = problems[failure.fault];
  const code = pattern.replace("{kind}", kind);
  return problemResponse(status, code, {
    detail: audioRoomTexts().fileFaults[failure.fault](kind),
    requestId,
    // All that a page can learn of an answer to its media element.
    headers: { "Server-Timing": code },
  });
}

const problems: Record<AttachmentFault, [status: number, code: string]> = {
  "not-found": [404, "{kind}-not-found"],
  unreachable: [502, "{kind}-unreachable"],
  timeout: [504, "{kind}-timeout"],
  refused: [502, "{kind}-refused"],
  "address-forbidden": [502, "{kind}-address-forbidden"],
  "wrong-type": [502, "{kind}-wrong-type"],
  "too-large": [502, "{kind}-too-large"],
  "not-connected": [502, "calling-service-not-connected"],
};
