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
import { loadListFilter } from "@/lib/recordings/load";
import { recordingIdSchema } from "@/lib/recordings/record/call-record";
import { viewerTimeZone } from "@/lib/settings/time-zone";
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
    log().info({ by: viewer.userId, asked }, "transcript requested");
  }
  return answerChange("done", id, viewer);
}

/** Takes that back, and what is told of its failure. */
export async function cancelTranscript(recordingId: unknown): Promise<TranscriptAnswer> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(recordingId);
  await cancelRequest(id);
  log().info({ by: viewer.userId }, "transcript request cancelled");
  return answerChange("done", id, viewer);
}

/** Takes a transcript away; it stays among the former ones. */
export async function deleteTranscript(recordingId: unknown): Promise<TranscriptAnswer> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(recordingId);
  const change = await removeTranscript(id, viewer.userId);
  log().info({ by: viewer.userId, change }, "transcript deletion requested");
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
  log().info({ by: viewer.userId, change }, "transcript restore requested");
  return answerChange(change, id, viewer);
}

/** What transcribing the calls of a list would take; null: its address can't be read. */
export async function estimateTranscripts(parameters: string): Promise<ListEstimate | null> {
  await requireViewer();
  const read = await loadListFilter(parameters);
  return read && estimateList(read.filter, read.timeZone);
}

/**
 * Asks for transcripts of the calls of a list. When this resolves they are queued, and outlive a restart.
 * Asked again meanwhile, it is the same; later, it goes on where it was cut off.
 * @returns how many; null: the list's address can't be read
 */
export async function queueTranscripts(parameters: string): Promise<number | null> {
  const { userId } = await requireViewer();
  const read = await loadListFilter(parameters);
  if (!read || !env().TRANSCRIBER_URL) return null;
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

async function queueAll(
  { filter, timeZone }: { filter: RecordingFilter; timeZone: string },
  by: string,
): Promise<number> {
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
