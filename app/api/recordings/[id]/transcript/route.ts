import { z } from "zod";
import { answerTexts } from "@/app/texts.en";
import { route } from "@/lib/access/gate/route";
import type { Viewer } from "@/lib/access/views";
import { parseIdParameter } from "@/lib/list/id-segment";
import { log } from "@/lib/ops/log";
import { problemResponse, readBody } from "@/lib/platform/answer";
import { recordingIdSchema } from "@/lib/recordings/record/call-record";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { mostBytes, parseTranscript } from "@/lib/transcripts/parse-transcript";
import { findVersion, getTranscript } from "@/lib/transcripts/queries";
import { saveTranscript } from "@/lib/transcripts/transcript-store";
import { cleanLine, type TranscriptAnswer, toPlainText, toVtt } from "@/lib/transcripts/views";

/** A call's transcript, for pages that show it and follow it; or a version of it as a file. */
export const GET = route({ touch: false, parse }, async ({ input, viewer }) => {
  const { id, format, version } = input;
  if (format === null) return read(id, viewer);
  const found = await findVersion(id, version);
  const file =
    found && (format === "vtt" ? toVtt(found.cues, found.language) : toPlainText(found.cues));
  if (!file) {
    const detail = found ? answerTexts().noTimes : answerTexts().noTranscript;
    return problemResponse(404, "transcript-not-found", { detail });
  }
  return new Response(file, {
    headers: {
      "Content-Type": `${format === "vtt" ? "text/vtt" : "text/plain"}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="transcript.${format}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
});

/** Takes a file of WebVTT, SRT or plain text. What it can't read, it answers with its fault. */
export const POST = route({ parse }, async ({ input, request, viewer }) => {
  const bytes = await readBody(request, mostBytes);
  const answer = bytes ? parseTranscript(bytes) : tooLarge;
  if ("fault" in answer) return Response.json(answer satisfies TranscriptAnswer, { status: 422 });
  const { id, name } = input;
  const { language, cues } = answer;
  const change = await saveTranscript(
    id,
    { source: "uploaded", name, language, cues },
    viewer.userId,
  );
  log().info({ by: viewer.userId, change }, "a transcript was to be kept");
  if (change === "done") return { fault: null, transcript: await read(id, viewer) };
  const code = change === "superseded" ? "version-missing" : change;
  return Response.json({ fault: { code } } satisfies TranscriptAnswer, { status: 409 });
});

const tooLarge = { fault: { code: "too-large" as const, mostBytes } };

async function read(id: string, { userId }: Viewer) {
  return getTranscript(id, { userId, timeZone: await viewerTimeZone() }, { isWhole: true });
}

function parse(search: URLSearchParams, { id }: { id: string }) {
  const recordingId = parseIdParameter(id);
  const format = (["vtt", "txt"] as const).find((one) => one === search.get("format")) ?? null;
  const version = search.get("version");
  // What can be no id of either names nothing that is there.
  if (
    !recordingIdSchema.safeParse(recordingId).success ||
    !versionSchema.safeParse(version).success
  ) {
    return problemResponse(404, "transcript-not-found", { detail: answerTexts().noTranscript });
  }
  const name = cleanLine(search.get("name") ?? "").slice(0, mostOfName);
  return { id: recordingId, format, version, name: name.toWellFormed() };
}

const versionSchema = z.uuid().nullable();

const mostOfName = 200;
