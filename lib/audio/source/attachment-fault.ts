import "server-only";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse } from "@/lib/platform/problem";

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
  const [status, pattern, detail] = problems[failure.fault];
  const code = pattern.replace("{kind}", kind);
  return problemResponse(status, code, {
    detail: detail.replace("{file}", files[kind]),
    requestId,
    // All that a page can learn of an answer to its media element.
    headers: { "Server-Timing": code },
  });
}

const files: Record<AttachmentKind, string> = { audio: "audio", roster: "customer list" };

const problems: Record<AttachmentFault, [status: number, code: string, detail: string]> = {
  "not-found": [404, "{kind}-not-found", "The calling service no longer has the {file}."],
  unreachable: [502, "{kind}-unreachable", "The {file} could not be fetched."],
  timeout: [504, "{kind}-timeout", "The host of the {file} did not answer in time."],
  refused: [502, "{kind}-refused", "The host refused to hand out the {file}."],
  "address-forbidden": [
    502,
    "{kind}-address-forbidden",
    "The {file} lies at an address that may not be fetched. AUDIO_HOSTS names the hosts that may; without it, those of HTTPS on the public internet.",
  ],
  "wrong-type": [
    502,
    "{kind}-wrong-type",
    "What was fetched is not a file of the right kind: {file}.",
  ],
  "too-large": [502, "{kind}-too-large", "The {file} is larger than Earshot passes on."],
  "not-connected": [
    502,
    "calling-service-not-connected",
    "There is no working connection to the calling service, so that the {file} can't be fetched.",
  ],
};
