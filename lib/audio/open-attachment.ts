import "server-only";
import { Agent } from "undici";
import { getServiceOrigin, withBearer } from "@/lib/calling-service/gateway";
import { type Problem, problemResponse } from "@/lib/platform/problem";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { getAttachments } from "@/lib/recordings/detail/get-recording";
import { answerAudio } from "./answer-audio";
import { answerRoster } from "./answer-roster";
import type { AttachmentSource } from "./fetch-attachment";
import { type FetchPolicy, guardConnection, type Resolve } from "./guard-connection";

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

const attachmentAgent = processWide("earshotAttachmentAgent", () =>
  newAttachmentAgent({ serviceOrigin: getServiceOrigin(), audioHosts: env().AUDIO_HOSTS }),
);

function source(): AttachmentSource {
  return {
    dispatcher: attachmentAgent(),
    withBearer,
    isConfigured: getServiceOrigin() !== null,
  };
}

export type AgentOptions = {
  resolve?: Resolve;
  headersTimeoutMs?: number;
  /** How long a body may stand still while it is being read. */
  idleTimeoutMs?: number;
};

/** What files of recordings are fetched with: no way leads around the guard of its connections. */
export function newAttachmentAgent(
  policy: FetchPolicy,
  { resolve, headersTimeoutMs = 10_000, idleTimeoutMs = 30_000 }: AgentOptions = {},
): Agent {
  return new Agent({
    connect: guardConnection(policy, resolve),
    headersTimeout: headersTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
}
