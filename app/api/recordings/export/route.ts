import { answerWhileSignedIn } from "@/lib/access/gate/answer-while-signed-in";
import type { Viewer } from "@/lib/access/gate/viewer";
import { exportRecordings } from "@/lib/export/export-recordings";
import { parseExport } from "@/lib/export/parse-export";
import { answerFaults } from "@/lib/ops/answer-faults";
import { problemResponse } from "@/lib/platform/problem";
import { viewerTimeZone } from "@/lib/settings/time-zone";

/** Every call that the list's parameters match, as a file. */
export async function GET(request: Request): Promise<Response> {
  return answerWhileSignedIn(request, "export", (viewer) => answerExport(request, viewer));
}

async function answerExport(request: Request, viewer: Viewer): Promise<Response> {
  const read = parseExport(new URL(request.url).searchParams);
  if ("faults" in read) {
    const detail = read.faults.map(
      ({ parameter, value, expected }) => `${parameter}=${value}: expected ${expected}`,
    );
    return problemResponse(400, "parameters-unreadable", { detail: detail.join("; ") });
  }
  return answerFaults(async () =>
    exportRecordings(read.wish, { timeZone: await viewerTimeZone(), viewerId: viewer.userId }),
  );
}
