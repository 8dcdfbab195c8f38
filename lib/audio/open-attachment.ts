import "server-only";
import { Agent } from "undici";
import { getServiceOrigin, withBearer } from "@/lib/calling-service/connection";
import { type Problem, problemResponse } from "@/lib/platform/problem";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { getAttachments } from "@/lib/recordings/detail/get-recording";
import { answerAudio } from "./answer-audio";
import { type AttachmentFault, attachmentProblem } from "./attachment-fault";
import { type AttachmentSource, fetchAttachment } from "./fetch-attachment";
import { fileHeaders } from "./file-headers";
import { type FetchPolicy, guardConnection, type Resolve } from "./guard-connection";
import { readLength } from "./place-part";

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

/** Answers with the customer list of a recording at `address`, byte for byte, to be saved as CSV. */
export async function answerRoster(
  recordingId: string,
  address: string,
  request: Request,
  source: AttachmentSource,
): Promise<Response> {
  const result = await fetchAttachment(address, {}, request.signal, source);
  if ("fault" in result) return attachmentProblem("roster", recordingId, result);

  const { status, headers, body, url } = result.answer;
  const fail = (fault: AttachmentFault) => {
    body.discard();
    return attachmentProblem("roster", recordingId, { fault, host: url.host });
  };
  if (status !== 200) return fail("unreachable");
  const length = readLength(headers["content-length"]);
  if ((length ?? 0) > maxBytes) return fail("too-large");
  const type = tellCsvType(headers["content-type"]);
  if (!type) return fail("wrong-type");
  const filename = `${recordingId}-roster.csv`;
  return new Response(body.stream({ length, maxBytes }), {
    headers: fileHeaders({ type, length, disposition: "attachment", filename }),
  });
}

const maxBytes = 50 * 1024 ** 2;

/** Hosts name CSV in several ways; all are served as CSV, in the encoding that was told. */
function tellCsvType(contentType = "application/octet-stream"): string | undefined {
  const [essence = "", ...parameters] = contentType
    .split(";")
    .map((part) => part.trim().toLowerCase());
  if (!csvTypes.has(essence)) return undefined;
  const charset = parameters.find((parameter) => /^charset="?[a-z0-9._-]{1,40}"?$/.test(parameter));
  return charset ? `text/csv; ${charset}` : "text/csv";
}

const csvTypes = new Set([
  "text/csv",
  "text/plain",
  "application/csv",
  "application/vnd.ms-excel",
  "application/octet-stream",
  "binary/octet-stream",
]);
