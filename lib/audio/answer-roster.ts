import "server-only";
import { type AttachmentFault, attachmentProblem } from "./attachment-fault";
import { type AttachmentSource, fetchAttachment } from "./fetch-attachment";
import { fileHeaders } from "./file-headers";
import { readLength } from "./place-part";

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
