import "server-only";
import type { Agent } from "undici";
import { getServiceOrigin, withBearer } from "@/lib/calling-service/gateway";
import { type Problem, problemResponse } from "@/lib/platform/problem";
import { env } from "@/lib/platform/settings/env";
import { getAttachments } from "@/lib/recordings/detail/attachments";
import { answerAudio } from "./answer-audio";
import { answerRoster } from "./answer-roster";
import { newAttachmentAgent } from "./attachment-agent";
import type { AttachmentSource } from "./fetch-attachment";

/** A recording's sound, for GET and HEAD; 404 when there is no such recording. Holds no gate. */
export async function openAudio(recordingId: string, request: Request): Promise<Response> {
  const attachments = await getAttachments(recordingId);
  if (!attachments) return problemResponse(404, "recording-not-found");
  const { recordingAttachment } = attachments;
  return answerAudio(recordingId, recordingAttachment, request, source());
}

/**
 * Tries a recording's sound at an address that the ledger need not hold.
 * @returns the code of the fault that a listener would be told; null: it can be heard
 */
export async function probeAudio(
  recordingId: string,
  address: string,
  signal: AbortSignal,
): Promise<string | null> {
  const request = new Request("http://localhost", { headers: { Range: "bytes=0-0" }, signal });
  const response = await answerAudio(recordingId, address, request, source());
  if (response.ok) await response.body?.cancel();
  return response.ok ? null : problemCode(await response.json());
}

/** A recording's customer list; 404 when it has none. Holds no gate. */
export async function openRoster(recordingId: string, request: Request): Promise<Response> {
  const attachments = await getAttachments(recordingId);
  if (!attachments) return problemResponse(404, "recording-not-found");
  const { rosterAttachment } = attachments;
  if (!rosterAttachment) return problemResponse(404, "roster-not-found");
  return answerRoster(recordingId, rosterAttachment, request, source());
}

/** Of an answer of this very room. */
function problemCode(problem: Problem): string {
  return problem.code;
}

const held = globalThis as { earshotAttachmentAgent?: Agent };

function source(): AttachmentSource {
  const serviceOrigin = getServiceOrigin();
  held.earshotAttachmentAgent ??= newAttachmentAgent({
    serviceOrigin,
    audioHosts: env().AUDIO_HOSTS,
  });
  return {
    dispatcher: held.earshotAttachmentAgent,
    withBearer,
    isConfigured: serviceOrigin !== null,
  };
}
