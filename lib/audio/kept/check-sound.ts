import "server-only";
import { texts } from "@/lib/language/texts";
import { db, transact } from "@/lib/platform/database/db";
import { setMarks } from "@/lib/recordings/sql/marks";
import { type CheckedCall, type CheckedRow, listChecked } from "../sql/files";

/**
 * What speaks against a recording: its sound tells something else than its call. Each kind is a value of
 * the filter `check`, and carries the figures that it was judged by.
 */
export type SoundCheck =
  | { check: "length"; durationMs: number; minutesUsed: number }
  | { check: "silent" }
  /** The share of it, in percent, in which anything is heard. */
  | { check: "near_silent"; percent: number }
  /** The channel, from 1, on which nothing is heard. */
  | { check: "one_sided"; silentChannel: number }
  /** On how many other calls. */
  | { check: "same_sound"; others: number }
  | { check: "wrong_number_talk"; durationMs: number }
  | { check: "unanswered"; status: string; durationMs: number }
  /** Since when its source says that it has no such file any more. */
  | { check: "source_gone"; since: string };

export const soundChecks = [
  "length",
  "silent",
  "near_silent",
  "one_sided",
  "same_sound",
  "wrong_number_talk",
  "unanswered",
  "source_gone",
] as const satisfies readonly SoundCheck["check"][];

/** How each kind is judged, in a line. */
export const soundCheckTexts = texts("soundChecks", {
  length: "More than a minute longer or shorter than the minutes used",
  silent: "Nothing louder than line noise (−36 dBFS)",
  near_silent: "Less than 5% louder than line noise (−36 dBFS)",
  one_sided: "One of two channels silent for at least 98% of the call",
  same_sound: "The same file, byte for byte, as another call",
  wrong_number_talk: "The number is marked wrong, the audio lasts a minute or more",
  unanswered: "The status says nobody answered, the audio lasts 10 s or more",
  source_gone: "The calling service no longer has the file",
} satisfies Record<SoundCheck["check"], string>);

/** Pure. What is not known speaks against nothing. */
export function checkSound(call: CheckedCall): SoundCheck[] {
  const { sourceGoneAt } = call;
  const checks = [...checkLength(call), ...checkLoudness(call), ...checkSense(call)];
  return sourceGoneAt
    ? [...checks, { check: "source_gone", since: sourceGoneAt.toISOString() }]
    : checks;
}

/** Of equal stretches, how many of each channel are audible, in thousandths; the peaks are 0 to 255. */
export function measureAudible(peaks: Uint8Array, channels: number): number[] {
  const length = Math.floor(peaks.length / Math.max(channels, 1));
  if (length === 0) return [];
  return Array.from({ length: channels }, (_, channel) => {
    const own = peaks.subarray(channel * length, (channel + 1) * length);
    const heard = own.reduce((count, peak) => count + (peak >= leastPeak ? 1 : 0), 0);
    return Math.round((heard / length) * 1_000);
  });
}

/** About -36 dBFS: the noise of a line is below it, a voice above. */
const leastPeak = 4;
/** Minutes are whole ones, up or down: between the two there may be one. */
const mostMinutesApart = 1;
const nearSilent = 50;
/** Long enough for a talk, or for an answer. */
const longTalkMs = 60_000;
const answeredMs = 10_000;
const oneSidedLeast = 20;

function checkLength({ durationMs, minutesUsed }: CheckedCall): SoundCheck[] {
  if (durationMs === null || minutesUsed === null) return [];
  const minutes = durationMs / 60_000;
  const apart = Math.max(minutesUsed - Math.ceil(minutes), Math.floor(minutes) - minutesUsed);
  return apart > mostMinutesApart ? [{ check: "length", durationMs, minutesUsed }] : [];
}

function checkLoudness({ audible }: CheckedCall): SoundCheck[] {
  if (audible === null || audible.length === 0) return [];
  const loudest = Math.max(...audible);
  if (loudest === 0) return [{ check: "silent" }];
  if (loudest < nearSilent) return [{ check: "near_silent", percent: loudest / 10 }];
  const silent = audible.findIndex((share) => share < oneSidedLeast);
  const isOneSided = audible.length === 2 && silent >= 0;
  return isOneSided ? [{ check: "one_sided", silentChannel: silent + 1 }] : [];
}

function checkSense(call: CheckedCall): SoundCheck[] {
  const { durationMs, audible, status, isPhoneNumberCorrect, sameElsewhere } = call;
  const isAudible = audible === null || Math.max(0, ...audible) >= nearSilent;
  const lasts = (leastMs: number) => isAudible && durationMs !== null && durationMs >= leastMs;
  const ms = durationMs ?? 0;
  return [
    ...(sameElsewhere > 0 ? [{ check: "same_sound" as const, others: sameElsewhere }] : []),
    ...(isPhoneNumberCorrect === false && lasts(longTalkMs)
      ? [{ check: "wrong_number_talk" as const, durationMs: ms }]
      : []),
    ...(isUnanswered(status) && lasts(answeredMs)
      ? [{ check: "unanswered" as const, status, durationMs: ms }]
      : []),
  ];
}

/** Statuses are whatever arrives: these are the usual words for a call that nobody took. */
function isUnanswered(status: string): boolean {
  const word = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
  return unanswered.has(word);
}

const unanswered = new Set([
  "no answer",
  "not answered",
  "unanswered",
  "missed",
  "busy",
  "not reached",
  "unreachable",
  "cancelled",
  "canceled",
]);

/**
 * Checks recordings against the files that are kept of them, and marks them with what is found, so that
 * the list can be filtered by it. Idempotent; recordings without a measured file lose their marks.
 */
export async function markChecks(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const calls = await readCalls(ids);
  const marked = ids.map((recordingId) => {
    const call = calls.get(recordingId);
    return { recordingId, values: call ? checkSound(call).map(({ check }) => check) : [] };
  });
  await transact((transaction) => setMarks(transaction, "check", marked));
}

/** What speaks against one recording now; empty too where nothing is kept. */
export async function getChecks(recordingId: string): Promise<SoundCheck[]> {
  const call = (await readCalls([recordingId])).get(recordingId);
  return call ? checkSound(call) : [];
}

async function readCalls(ids: readonly string[]): Promise<Map<string, CheckedCall>> {
  const rows = await listChecked(ids);
  const calls = new Map<string, CheckedCall>();
  for (const row of rows) {
    const audible = row.audible?.length ? row.audible : await measureOlder(row);
    calls.set(row.id, { ...row, audible });
  }
  return calls;
}

/** A file that an older Earshot measured has its waveform alone. */
async function measureOlder({ id, sha256, ...row }: CheckedRow): Promise<number[] | null> {
  if (!row.hasPeaks || row.channels === null) return null;
  const key = { recordingId_sha256: { recordingId: id, sha256 } };
  const file = await db().soundFile.findUnique({ where: key, select: { peaks: true } });
  if (!file?.peaks) return null;
  const audible = measureAudible(file.peaks, row.channels);
  await db().soundFile.updateMany({ where: { recordingId: id, sha256 }, data: { audible } });
  return audible;
}
