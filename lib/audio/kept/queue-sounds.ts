import "server-only";
import { updateHeardMarks } from "@/lib/heard/store";
import { log } from "@/lib/ops/log";
import { type Loop, newBeside, newStep, runLoop } from "@/lib/ops/loop";
import { db, transact } from "@/lib/platform/database/db";
import { collectNamed } from "@/lib/recordings/live/changes";
import { overlapSeq, seqsPerMs } from "@/lib/recordings/record/call-record";
import { addMarks } from "@/lib/recordings/sql/marks";
import { parseUrl } from "../source/fetch-attachment";
import {
  type ChangedPlace,
  deleteFilesOfGone,
  deleteRowsOfGone,
  deleteWithoutAddress,
  insertWaiting,
  type Looked,
  type LookedRow,
  listLooked,
  listOwners,
} from "../sql/claims";
import { addUsage, lockUsage } from "../sql/custody";
import { listClaimed, listUnclaimed } from "../sql/files";
import { soundStore } from "../store/sound-store";
import { markChecks } from "./check-sound";
import { isSoundDue } from "./claim-sounds";
import { markSounds, soundWanted } from "./get-sound";
import { readRemovalClock } from "./limits";

/**
 * Gives recordings whose address is not known here, or is another one by now, a row that waits; a file
 * that was kept of the same address before is taken up again. Rows of recordings that are no more, or
 * name no address, go. Idempotent, and never in the way of whoever stores recordings.
 * @returns where the slice ended, null when it was the last one; whom it held; and how many rows wait anew
 */
export async function queueSounds(
  looked: Looked,
): Promise<{ end: ChangedPlace | null; ids: string[]; queued: number }> {
  const slice = await listLooked(looked);
  const wanted = slice.filter(({ attachment, known }) => attachment && attachment !== known);
  if (wanted.length > 0) await queueWanted(wanted);
  const left = slice.filter(({ attachment, known }) => attachment === "" && known !== null);
  if (left.length > 0) await dropRows(left.map(({ id }) => id));
  const done = new Set([...wanted, ...left]);
  const astray = slice.filter((row) => row.mark !== row.marked && !done.has(row));
  if (astray.length > 0) {
    await transact((client) =>
      markSounds(
        client,
        astray.map(({ id }) => id),
      ),
    );
  }
  if ("ids" in looked) {
    const there = new Set(slice.map(({ id }) => id));
    const gone = looked.ids.filter((id) => !there.has(id));
    if (gone.length > 0) await dropGone(gone);
    return { end: null, ids: [...there], queued: wanted.length };
  }
  const end = slice.length < looked.most ? null : (slice.at(-1) ?? null);
  return { end, ids: slice.map(({ id }) => id), queued: wanted.length };
}

/** When a recording last came or changed, in microseconds since 1970; what comes later lies behind it. */
async function getNewestMicros(): Promise<bigint> {
  // Not as an aggregate: Prisma asks for that in a way that reads every row.
  const newest = await db().recording.findFirst({
    select: { changedAt: true },
    orderBy: { changedAt: "desc" },
  });
  return BigInt(newest?.changedAt.getTime() ?? 0) * 1_000n;
}

/**
 * Forgets the sound of recordings that are no more, from one id on.
 * @returns where it ended; null: at the end
 */
export async function dropOrphans(afterId: string, most: number): Promise<string | null> {
  const rows = await listOwners(afterId, most);
  const gone = rows.filter(({ is_gone }) => is_gone).map(({ id }) => id);
  if (gone.length > 0) await dropGone(gone);
  return rows.length < most ? null : (rows.at(-1)?.id ?? null);
}

/** Only where the recording still names what was read. */
async function queueWanted(wanted: LookedRow[]): Promise<void> {
  // Most are new, and cost no more than they must: while many calls come, all of this is done for each.
  const isNew = ({ known, marked }: LookedRow) => known === null && marked === "";
  const [fresh, others] = [wanted.filter(isNew), wanted.filter((row) => !isNew(row))];
  const queued = await transact(async (client) => {
    const states = await insertWaiting(client, toWanted(wanted));
    const marked = fresh.flatMap(({ id }) => {
      const state = states.get(id);
      return state === undefined ? [] : [{ recordingId: id, values: [state] }];
    });
    await addMarks(client, "audio", marked);
    await markSounds(
      client,
      others.map(({ id }) => id),
    );
    return states;
  });
  // Another file may be of another length.
  await updateHeardMarks([...queued.keys()]);
}

function toWanted(rows: LookedRow[]) {
  const attachments = rows.map(({ attachment }) => attachment);
  return { ids: rows.map(({ id }) => id), attachments, hosts: attachments.map(toHost) };
}

async function dropRows(ids: string[]): Promise<void> {
  await transact(async (client) => {
    await deleteWithoutAddress(client, ids);
    await markSounds(client, ids);
  });
}

/** Their files go from the disk when nobody claims them. */
async function dropGone(ids: string[]): Promise<void> {
  await transact(async (client) => {
    await lockUsage(client);
    const dropped = await deleteFilesOfGone(client, ids);
    const files = dropped.length > 0 ? await listUnclaimed(client, dropped) : [];
    const bytes = files.reduce((sum, file) => sum + Number(file.bytes), 0);
    await addUsage(client, { files: -files.length, bytes: -bytes });
    await deleteRowsOfGone(client, ids);
  });
}

/** Short enough for an index; what is no URL fails by itself. */
function toHost(attachment: string): string {
  return parseUrl(attachment)?.host.slice(0, 300) ?? "";
}

type QueueOptions = {
  /** Told every second or so whether anything is to be fetched or measured. */
  onDue: (isDue: boolean) => void;
};

/**
 * Finds recordings whose sound nobody has fetched, for the life of this process, and never as part of
 * what stores them: those that a notice names at once, new ones within seconds, and all there are now
 * and then. Any number of processes may do so at once.
 */
export function startSoundQueue({ onDue }: QueueOptions): Loop {
  const named = collectNamed();
  const tail = newTail();
  const sweep = newSweep();
  const steps = [
    newStep("sound of changed recordings can't be looked for", () =>
      named.workOff(idsAtOnce, async (ids) => {
        await queueSounds({ ids });
        await markChecks(ids);
      }),
    ),
    newStep("sound of new recordings can't be looked for", tail),
    newStep("sound of recordings can't be looked for", sweep.step),
    newStep("sound that is due can't be looked for", async () => onDue(await isSoundDue())),
  ];
  return runLoop({
    wakeOn: [soundWanted],
    turn: async (signal) => {
      for (const step of steps) if (!signal.aborted) await step();
      if (!named.isEmpty()) return 0;
      // Under load there is a notice every tenth of a second: one look for many of them is enough.
      return { ms: sweep.isResting() ? restMs : sweepRestMs, isWhole: true };
    },
    atEnd: named.stop,
  });
}

const restMs = 500;
const idsAtOnce = 200;

const rowsAtOnce = 500;
/** At least so long between two looks, and many times as long as one takes. */
const tailRest = { leastMs: 2_000, share: 10 };

/** A step that looks at recordings that came or changed since it was made. */
function newTail(): () => Promise<void> {
  let seenMicros: bigint | undefined;
  let restsUntilMs = 0;
  return async () => {
    const beganMs = performance.now();
    if (beganMs < restsUntilMs) return;
    seenMicros ??= await getNewestMicros();
    // What ends later than that is found by a sweep.
    let after: ChangedPlace | null = { micros: seenMicros - overlapMicros, id: "" };
    const newest = await getNewestMicros();
    while (after !== null && after.micros <= newest) {
      ({ end: after } = await queueSounds({ after, most: rowsAtOnce }));
    }
    seenMicros = newest;
    const workedMs = performance.now() - beganMs;
    restsUntilMs = beganMs + Math.max(tailRest.leastMs, workedMs * tailRest.share);
  };
}

const overlapMicros = (overlapSeq / seqsPerMs) * 1_000n;

const sweepRestMs = 100;
/** At least so long between two sweeps, and many times as long as one takes. */
const leastPauseMs = 10 * 60_000;
const pauseShare = 30;
const tidyEveryMs = 24 * 3_600_000;

/** Before every recording. */
export const beginning: ChangedPlace = { micros: 0n, id: "" };

/** A step that looks at a slice of all recordings, and rests for a while after the last one. */
function newSweep() {
  let after = beginning;
  let orphansAfter: string | null = "";
  let workedMs = 0;
  let restsUntilMs = 0;
  let tidiedMs = Number.NEGATIVE_INFINITY;
  const tidy = newStep("audio that nobody claims can't be removed", async () => {
    const clock = await readRemovalClock();
    if ("fault" in clock) return log().warn(clock, "unclaimed audio files are not removed");
    const removed = await soundStore().removeUnclaimed(listClaimed, clock.now);
    if (removed > 0) log().info({ removed }, "audio files without a recording were removed");
  });
  const tidying = newBeside(async () => {
    tidiedMs = performance.now();
    await tidy();
  });
  const isResting = () => performance.now() < restsUntilMs;
  const slice = async () => {
    const { end, ids } = await queueSounds({ after, most: rowsAtOnce });
    await markChecks(ids);
    if (end !== null) {
      after = end;
      return false;
    }
    orphansAfter = await dropOrphans(orphansAfter ?? "", rowsAtOnce);
    if (orphansAfter !== null) return false;
    // Not waited for: a bucket may take long to list. What fails is tried the next day.
    if (performance.now() - tidiedMs > tidyEveryMs) tidying.begin();
    return true;
  };
  const step = async () => {
    if (isResting()) return;
    const beganMs = performance.now();
    const isOver = await slice();
    workedMs += performance.now() - beganMs;
    if (!isOver) return;
    restsUntilMs = performance.now() + Math.max(leastPauseMs, workedMs * pauseShare);
    after = beginning;
    orphansAfter = "";
    workedMs = 0;
  };
  return { step, isResting };
}
