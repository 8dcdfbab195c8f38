import "server-only";
import { texts } from "@/lib/language/texts";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse } from "@/lib/platform/answer";
import {
  type AttachmentFailure,
  type AttachmentFault,
  type AttachmentSource,
  fetchAttachment,
  type UpstreamAnswer,
  type UpstreamBody,
} from "./fetch-attachment";
import { detectAudioType, endingOf, fileHeaders, sniffAudioType, sniffBytes } from "./file-headers";
import { type Part, placePart, readAskedPart, readStrongTag, writeAskedPart } from "./place-part";

/**
 * Answers GET and HEAD for a recording's sound at `address`, with at most one range, whether or not
 * the upstream knows ranges. It serves audio only; whatever goes wrong is a problem document.
 */
export async function answerAudio(
  recordingId: string,
  address: string,
  request: Request,
  source: AttachmentSource,
  name = recordingId,
): Promise<Response> {
  const asked = readAskedPart(request.headers);
  const fetchPart = (headers: Record<string, string>) =>
    fetchAttachment(address, headers, request.signal, source);

  const result = await fetchPart(writeAskedPart(asked));
  if ("fault" in result) return attachmentProblem("audio", recordingId, result);
  const { answer } = result;
  const refuse = (response: Response) => {
    answer.body.discard();
    return response;
  };
  const fail = (fault: AttachmentFault) =>
    refuse(attachmentProblem("audio", recordingId, { fault, host: answer.url.host }));

  const part = placePart(answer.status, answer.headers, asked);
  if (!part) return fail("unreachable");
  if (part.kind === "outside") return refuse(rangeProblem(part.size));
  if ((part.size ?? 0) > source.maxBytes) return fail("too-large");
  const found = await findType(answer, part, () =>
    fetchPart({ Range: `bytes=0-${sniffBytes - 1}` }),
  );
  if ("fault" in found) return fail(found.fault);

  const { maxBytes } = source;
  const response = respond({ name, type: found.type, maxBytes }, answer, part, request);
  return response.body ? response : refuse(response);
}

function respond(
  { name, type, maxBytes }: { name: string; type: string; maxBytes: number },
  { headers, body }: UpstreamAnswer,
  part: Exclude<Part, { kind: "outside" }>,
  request: Request,
): Response {
  const isRange = part.kind === "range";
  const length = isRange ? part.last - part.first + 1 : part.size;
  const tag = readStrongTag(headers.etag);
  const skip = isRange ? part.skip : 0;
  return new Response(request.method === "HEAD" ? null : body.stream({ skip, length, maxBytes }), {
    status: isRange ? 206 : 200,
    headers: {
      ...fileHeaders({
        type,
        length,
        filename: `${name}.${endingOf(type)}`,
      }),
      "Accept-Ranges": isRange || length !== null ? "bytes" : "none",
      ...(isRange
        ? { "Content-Range": `bytes ${part.first}-${part.last}/${part.size ?? "*"}` }
        : {}),
      ...(tag ? { ETag: tag } : {}),
    },
  });
}

function rangeProblem(size: number | null): Response {
  return problemResponse(416, "audio-range-outside", {
    detail: audioRoomTexts().rangeOutside,
    headers: { "Accept-Ranges": "bytes", "Content-Range": `bytes */${size ?? "*"}` },
  });
}

/** Looks at the file's own beginning when nothing else tells its type. */
async function findType(
  { headers, url, body }: UpstreamAnswer,
  part: Exclude<Part, { kind: "outside" }>,
  fetchBeginning: () => ReturnType<typeof fetchAttachment>,
): Promise<{ type: string } | { fault: AttachmentFault }> {
  const told = detectAudioType(headers["content-type"], url.pathname);
  if (told === "not-audio") return { fault: "wrong-type" };
  if (told !== "unknown") return told;
  const isFromStart = part.kind === "whole" || part.skip === part.first;
  const type = isFromStart ? await sniff(body) : undefined;
  if (type) return { type };
  if (part.kind === "whole") return { fault: "wrong-type" };

  const beginning = await fetchBeginning();
  if ("fault" in beginning) return beginning;
  const sniffed = await sniff(beginning.answer.body);
  beginning.answer.body.discard();
  return sniffed ? { type: sniffed } : { fault: "wrong-type" };
}

/** A body that breaks here tells no type; it isn't served. */
async function sniff(body: UpstreamBody): Promise<string | undefined> {
  return body.peek(sniffBytes).then(sniffAudioType, () => undefined);
}

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

type AttachmentKind = keyof typeof files;

const files = { audio: "audio", roster: "customer list" };

export const audioRoomTexts = texts("audioRoom", {
  fileFaults: {
    "not-found": (kind: AttachmentKind) => `The calling service no longer has the ${files[kind]}.`,
    unreachable: (kind: AttachmentKind) => `Couldn’t fetch the ${files[kind]}.`,
    timeout: (kind: AttachmentKind) => `The host of the ${files[kind]} didn’t respond in time.`,
    refused: (kind: AttachmentKind) => `The host refused access to the ${files[kind]}.`,
    "address-forbidden": (kind: AttachmentKind) =>
      `Earshot isn’t allowed to fetch the ${files[kind]} from its address. AUDIO_HOSTS lists the allowed hosts; without it, any public host is allowed by HTTPS.`,
    "wrong-type": (kind: AttachmentKind) =>
      `The fetched file isn’t of the right type: ${files[kind]}.`,
    "too-large": (kind: AttachmentKind) => `The ${files[kind]} exceeds Earshot’s size limit.`,
    "not-connected": (kind: AttachmentKind) =>
      `There is no working connection to the calling service, so Earshot can’t fetch the ${files[kind]}.`,
  },
  rangeOutside: "The range is outside the audio.",
});
