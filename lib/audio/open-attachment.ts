import "server-only";
import { type Problem, problemAnswer, problemResponse } from "@/lib/platform/answer";
import { getAttachments } from "@/lib/recordings/query/queries";
import { findKept, getPeaks, type KeptFile, recordProof } from "./kept/get-sound";
import { answerAudio, attachmentProblem, audioRoomTexts } from "./source/answer-audio";
import {
  type AttachmentFault,
  type AttachmentSource,
  attachmentSource,
  fetchAttachment,
} from "./source/fetch-attachment";
import { endingOf, fileHeaders, nameSound } from "./source/file-headers";
import { placeKept, readLength } from "./source/place-part";
import { type OpenSound, soundStore } from "./store/sound-store";

/**
 * A recording's sound, for GET and HEAD: the kept file, else what lies at its address now. `?version`
 * names a former file by its hash. It is saved under its campaign, customer and time in `timeZone`. 404
 * when there is no such recording. Holds no gate.
 */
export async function openAudio(
  recordingId: string,
  request: Request,
  timeZone = "UTC",
): Promise<Response> {
  const version = readVersion(request);
  const sound = await findSound(recordingId, version, timeZone);
  const answer = await decideAudio(sound, request);
  if (answer !== "elsewhere") return toKeptResponse(answer);
  return answerAudio(recordingId, sound?.address ?? "", request, attachmentSource(), sound?.name);
}

/** A recording's sound as the ledger knows it. */
export type FoundSound = {
  /** Where the calling service says that it lies. */
  address: string;
  /** What it is saved as. */
  name: string;
  version: string | null;
  file: KeptFile | null;
};

/** Null: there is no such recording. */
export async function findSound(
  recordingId: string,
  version: string | null,
  timeZone: string,
): Promise<FoundSound | null> {
  const [attachments, file] = await Promise.all([
    getAttachments(recordingId),
    findKept(recordingId, version),
  ]);
  if (!attachments) return null;
  const name = nameSound({ id: recordingId, ...attachments }, timeZone);
  return { address: attachments.recordingAttachment, name, version, file };
}

/** The hash of the file that is asked for; null: the recording's present one. */
export function readVersion({ url }: { url: string }): string | null {
  return new URL(url).searchParams.get("version");
}

/**
 * What GET and HEAD for a recording's sound are answered with from here, whichever server sends it;
 * "elsewhere": it isn't kept, and may lie at its address. Holds no gate.
 */
export async function decideAudio(
  sound: FoundSound | null,
  asked: AskedFile,
  open?: Parameters<typeof answerKept>[3],
): Promise<KeptAnswer | "elsewhere"> {
  if (!sound) return problemAnswer(404, "recording-not-found");
  const { file, name, version } = sound;
  const kept = file && (await answerKept(file, asked, name, open));
  if (kept) return kept;
  if (file) await recordProof(file, "missing");
  return version === null ? "elsewhere" : problemAnswer(404, "audio-version-not-found");
}

/** The waveform of a recording's kept sound, null where there is none, as JSON. Holds no gate. */
export async function openPeaks(recordingId: string): Promise<Response> {
  const attachments = await getAttachments(recordingId);
  if (!attachments) return problemResponse(404, "recording-not-found");
  const peaks = await getPeaks(recordingId, attachments.recordingAttachment);
  return Response.json(peaks, { headers: { "Cache-Control": "no-store" } });
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
  const response = await answerAudio(recordingId, address, request, attachmentSource());
  if (response.ok) await response.body?.cancel();
  return response.ok ? null : problemCode(await response.json());
}

/** A recording's customer list; 404 when it has none. Holds no gate. */
export async function openRoster(recordingId: string, request: Request): Promise<Response> {
  const attachments = await getAttachments(recordingId);
  if (!attachments) return problemResponse(404, "recording-not-found");
  const { rosterAttachment } = attachments;
  if (!rosterAttachment) return problemResponse(404, "roster-not-found");
  return answerRoster(recordingId, rosterAttachment, request, attachmentSource());
}

/** Of an answer of this very room. */
function problemCode(problem: Problem): string {
  return problem.code;
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
  const maxBytes = Math.min(mostBytes, source.maxBytes);
  if ((length ?? 0) > maxBytes) return fail("too-large");
  const type = detectCsvType(headers["content-type"]);
  if (!type) return fail("wrong-type");
  const filename = `${recordingId}-roster.csv`;
  return new Response(body.stream({ length, maxBytes }), {
    headers: fileHeaders({ type, length, filename }),
  });
}

const mostBytes = 50 * 1024 ** 2;

/** Hosts name CSV in several ways; all are served as CSV, in the encoding that was told. */
function detectCsvType(contentType = "application/octet-stream"): string | undefined {
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

/** What is asked of a file; a request of the web's own kind is one. */
type AskedFile = { method: string; url: string; headers: Pick<Headers, "get"> };

/** Bytes of a file that is open. Whoever sends them closes it. */
export type KeptPart = { sound: OpenSound; first: number; length: number };

/** An answer before any server's own form of it. */
type KeptAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | KeptPart | null;
};

/**
 * The answer to GET and HEAD with a kept file, whole or one range of it; its hash is its entity tag, and
 * it is saved as `name` with the ending of its type. Null: the file isn't there.
 */
async function answerKept(
  { sha256, type }: KeptFile,
  asked: AskedFile,
  name: string,
  open: (sha256: Uint8Array) => Promise<OpenSound | null> = soundStore().open,
): Promise<KeptAnswer | null> {
  const sound = await open(sha256);
  if (!sound) return null;
  const { size } = sound;
  const hash = Buffer.from(sha256).toString("hex");
  const part = placeKept(hash, size, asked.headers);
  if (!part) {
    await sound.close();
    return problemAnswer(416, "audio-range-outside", {
      detail: audioRoomTexts().rangeOutside,
      headers: { "Accept-Ranges": "bytes", "Content-Range": `bytes */${size}` },
    });
  }
  const { status, first, length } = part;
  const hasBody = asked.method !== "HEAD" && length > 0;
  if (!hasBody) await sound.close();
  return {
    status,
    headers: {
      ...fileHeaders({
        type,
        length,
        filename: `${name}.${endingOf(type)}`,
      }),
      "Accept-Ranges": "bytes",
      ETag: `"${hash}"`,
      ...part.headers,
    },
    body: hasBody ? { sound, first, length } : null,
  };
}

/** The same as a route handler gives it. */
async function toKeptResponse({ status, headers, body }: KeptAnswer): Promise<Response> {
  const isPart = body !== null && typeof body === "object";
  const sent = isPart ? await body.sound.stream(body.first, body.length) : body;
  return new Response(sent, { status, headers });
}
