"use server";

import "server-only";
import { z } from "zod";
import { requireViewer } from "@/lib/access/gate/gate";
import type { Viewer } from "@/lib/access/views";
import { log } from "@/lib/ops/log";
import { processWide } from "@/lib/platform/process/process-wide";
import { budgets } from "@/lib/platform/settings/budgets";
import { env } from "@/lib/platform/settings/env";
import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveDates, resolveViewer } from "@/lib/recordings/filter/resolve-dates";
import { recordingIdSchema } from "@/lib/recordings/record/call-record";
import { viewerClock, viewerTimeZone } from "@/lib/settings/time-zone";
import { estimateList, getTranscript, listUntranscribed } from "./queries";
import {
  cancelRequest,
  removeTranscript,
  requestTranscripts,
  restoreTranscript,
  type TranscriptChange,
} from "./transcript-store";
import type { ListEstimate, TranscriptAnswer } from "./views";

/** Asks for a transcript, in place of the one that there may be. */
export async function requestTranscript(recordingId: unknown): Promise<TranscriptAnswer> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(recordingId);
  if (env().TRANSCRIBER_URL) {
    const asked = await requestTranscripts([id], { by: viewer.userId, anew: true });
    log().info({ by: viewer.userId, recordingId: id, asked }, "transcript requested");
  }
  return answerChange("done", id, viewer);
}

/** Takes that back, and what is told of its failure. */
export async function cancelTranscript(recordingId: unknown): Promise<TranscriptAnswer> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(recordingId);
  await cancelRequest(id);
  log().info({ by: viewer.userId, recordingId: id }, "transcript request cancelled");
  return answerChange("done", id, viewer);
}

/** Takes a transcript away; it stays among the former ones. */
export async function deleteTranscript(recordingId: unknown): Promise<TranscriptAnswer> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(recordingId);
  const change = await removeTranscript(id, viewer.userId);
  log().info({ by: viewer.userId, recordingId: id, change }, "transcript deletion requested");
  return answerChange(change, id, viewer);
}

/** Shows a former one again. */
export async function restoreVersion(
  recordingId: unknown,
  version: unknown,
): Promise<TranscriptAnswer> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(recordingId);
  const change = await restoreTranscript(id, z.uuid().parse(version));
  log().info({ by: viewer.userId, recordingId: id, change }, "transcript restore requested");
  return answerChange(change, id, viewer);
}

/** What transcribing the calls of a list would take; null: its address can't be read. */
export async function estimateTranscripts(parameters: string): Promise<ListEstimate | null> {
  const viewer = await requireViewer();
  const read = await readFilter(parameters, viewer);
  return read && estimateList(read.filter, read.timeZone);
}

/**
 * Asks for transcripts of the calls of a list. When this resolves they are queued, and outlive a restart.
 * Asked again meanwhile, it is the same; later, it goes on where it was cut off.
 * @returns how many; null: the list's address can't be read
 */
export async function queueTranscripts(parameters: string): Promise<number | null> {
  const viewer = await requireViewer();
  const read = await readFilter(parameters, viewer);
  if (!read || !env().TRANSCRIBER_URL) return null;
  const { userId } = viewer;
  const begin = async () => {
    const count = await queueAll(read, userId);
    log().info({ by: userId, count }, "transcripts of a list requested");
    return count;
  };
  const queuing = queuingBy().get(userId) ?? begin().finally(() => queuingBy().delete(userId));
  queuingBy().set(userId, queuing);
  return queuing;
}

const queuingBy = processWide("earshotTranscriptLists", () => new Map<string, Promise<number>>());

type ReadFilter = { filter: RecordingFilter; timeZone: string };

async function queueAll({ filter, timeZone }: ReadFilter, by: string): Promise<number> {
  let left: number = budgets.transcripts.atOnce;
  let asked = 0;
  for await (const { calls } of listUntranscribed(filter, timeZone)) {
    const ids = calls.slice(0, left).map(({ id }) => id);
    asked += await requestTranscripts(ids, { by, anew: false });
    left -= ids.length;
    if (left <= 0) break;
  }
  return asked;
}

async function readFilter(parameters: unknown, viewer: Viewer): Promise<ReadFilter | null> {
  if (typeof parameters !== "string" || parameters.length > maxParameters) return null;
  const { filter: asked, unread } = parseRecordingQuery(new URLSearchParams(parameters));
  if (unread.length > 0) return null;
  const clock = await viewerClock();
  const filter = resolveDates(resolveViewer(asked, viewer.userId), clock);
  return { filter, timeZone: clock.timeZone };
}

const maxParameters = 20_000;

async function answerChange(
  change: TranscriptChange,
  id: string,
  { userId }: Viewer,
): Promise<TranscriptAnswer> {
  if (change !== "done") {
    return { fault: { code: change === "superseded" ? "version-missing" : change } };
  }
  const timeZone = await viewerTimeZone();
  return { fault: null, transcript: await getTranscript(id, { userId, timeZone }) };
}
