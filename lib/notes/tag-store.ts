import "server-only";
import { randomUUID } from "node:crypto";
import { recordChange } from "@/lib/audit/audit-log";
import { db, transact } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { isDuplicateKey } from "@/lib/platform/faults";
import { budgets } from "@/lib/platform/settings/budgets";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { addMarks, removeMarks } from "@/lib/recordings/sql/marks";
import { holdTag, isAnyFull, listDeletedTagged, listTakenKeys, lockTag } from "./sql";
import { foldTagName, type TagColour, toTagKey } from "./written-text";

/**
 * `not-found`: there is no such tag. `name-taken`: another tag is called that, or looks like it.
 * `no-room`: there are as many tags as there may be, or on one of the calls.
 */
export type TagChange = "done" | "not-found" | "name-taken" | "no-room";

type NewTag = { name: string; colour: TagColour };

/**
 * Makes a tag; the name is as `cleanTagName` leaves it. One that was deleted and is called the same now
 * comes back under its key, without its calls.
 * @returns its key
 */
export async function createTag(
  { name, colour }: NewTag,
  userId: string,
): Promise<{ change: "done"; key: string } | { change: "name-taken" | "no-room" }> {
  return refuseTakenName(name, () =>
    transact(async (transaction) => {
      const count = await transaction.tag.count({ where: { deletedAt: null } });
      if (count >= budgets.tags.ofTeam) return { change: "no-room" };
      const key = chooseKey(toTagKey(name), await listTakenKeys(transaction));
      const now = new Date();
      const data = {
        name,
        nameKey: foldTagName(name),
        colour,
        deletedAt: null,
        createdBy: userId,
        createdAt: now,
        changedBy: userId,
        changedAt: now,
      };
      const where = { key, deletedAt: { not: null } };
      const again = await transaction.tag.updateMany({ where, data });
      if (again.count === 0) await transaction.tag.create({ data: { key, ...data } });
      await recordChange(transaction, { action: "tag-created", name }, ofTag(userId));
      return { change: "done", key };
    }),
  );
}

/** What a deleted tag had can be had again, once no call has it any more. */
function chooseKey(wanted: string, taken: ReadonlySet<string>): string {
  let key = wanted;
  for (let number = 2; taken.has(key); number++) key = `${wanted}-${number}`;
  return key;
}

/** Name and colour; addresses with its key go on. Idempotent. */
export async function changeTag(
  key: string,
  { name, colour }: NewTag,
  userId: string,
): Promise<TagChange> {
  const change = await refuseTakenName(name, () =>
    transact(async (transaction) => {
      const former = await lockTag(transaction, key);
      if (!former) return { change: "not-found" as const };
      const isRecoloured = former.colour !== colour;
      if (!isRecoloured && former.name === name) return { change: "done" as const };
      await transaction.tag.update({
        where: { key },
        data: {
          name,
          nameKey: foldTagName(name),
          colour,
          changedBy: userId,
          changedAt: new Date(),
        },
      });
      const changed = { name, formerName: former.name, isRecoloured };
      await recordChange(transaction, { action: "tag-changed", ...changed }, ofTag(userId));
      return { change: "done" as const };
    }),
  );
  if (change.change === "done") await notifyTaggedCalls(key);
  return change.change;
}

/** It goes from every call; their history still names it. Idempotent. */
export async function deleteTag(key: string, userId: string): Promise<TagChange> {
  const isDeleted = await transact(async (transaction) => {
    const tag = await lockTag(transaction, key);
    if (!tag) return false;
    const now = new Date();
    await transaction.tag.update({
      where: { key },
      data: { deletedAt: now, nameKey: null, changedBy: userId, changedAt: now },
    });
    await recordChange(transaction, { action: "tag-deleted", name: tag.name }, ofTag(userId));
    return true;
  });
  // What many calls have goes in slices; the rest is taken up again by whoever tidies.
  await clearDeletedTags(slicesAtOnce);
  return isDeleted ? "done" : "not-found";
}

function ofTag(userId: string) {
  return { userId, recordingId: null, calls: 0 };
}

const slicesAtOnce = 4;
const callsOfSlice = 1_000;

/** Takes deleted tags from calls that still have them, in so many slices at most. @returns whether all is done */
export async function clearDeletedTags(mostSlices: number): Promise<boolean> {
  for (let slice = 0; slice < mostSlices; slice++) {
    const rows = await listDeletedTagged(callsOfSlice);
    if (rows.length === 0) return true;
    for (const [key, by] of new Map(rows.map((row) => [row.key, row.by]))) {
      const ids = rows.flatMap((row) => (row.key === key ? row.recordingId : []));
      await transact((transaction) => takeOff(transaction, ids, key, by));
    }
  }
  return false;
}

/** Puts a tag on calls, as many as there are; those that have it already keep it as it is. */
export async function tagCalls(ids: string[], key: string, userId: string): Promise<TagChange> {
  return transact(async (transaction) => {
    if (!(await holdTag(transaction, key))) return "not-found";
    if (await isAnyFull(transaction, ids, key, budgets.tags.ofCall)) return "no-room";
    const known = await transaction.recording.findMany({
      where: { id: { in: ids } },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    const addedAt = new Date();
    const { count } = await transaction.recordingTag.createMany({
      data: known.map(({ id }) => ({
        recordingId: id,
        id: randomUUID(),
        tagKey: key,
        isOn: true,
        addedBy: userId,
        addedAt,
      })),
      skipDuplicates: true,
    });
    if (count > 0) {
      const tagged = known.map(({ id }) => id);
      const marked = tagged.map((recordingId) => ({ recordingId, values: [key] }));
      await addMarks(transaction, "tag", marked);
      await notifyChanges(transaction, tagged);
    }
    return known.length > 0 ? "done" : "not-found";
  });
}

/** Takes a tag from calls; idempotent. */
export async function untagCalls(ids: string[], key: string, userId: string): Promise<TagChange> {
  await transact((transaction) => takeOff(transaction, ids, key, userId));
  return "done";
}

async function takeOff(
  transaction: Transaction,
  ids: string[],
  key: string,
  userId: string,
): Promise<void> {
  const off = await transaction.recordingTag.updateManyAndReturn({
    where: { recordingId: { in: ids }, tagKey: key, isOn: true },
    data: { isOn: null, removedBy: userId, removedAt: new Date() },
    select: { recordingId: true },
  });
  if (off.length === 0) return;
  const marked = off.map(({ recordingId }) => ({ recordingId, values: [key] }));
  await removeMarks(transaction, "tag", marked);
  await notifyChanges(
    transaction,
    off.map(({ recordingId }) => recordingId),
  );
}

/** Open pages show another name or colour: of many calls nobody names which. */
async function notifyTaggedCalls(key: string): Promise<void> {
  const rows = await db().recordingTag.findMany({
    where: { tagKey: key, isOn: true },
    select: { recordingId: true },
    take: 200,
  });
  await notifyChanges(
    db(),
    rows.map(({ recordingId }) => recordingId),
  );
}

/** Of those who want one name at the same moment one gets it; of those who want one key, each another. */
async function refuseTakenName<Change>(
  name: string,
  change: () => Promise<Change>,
): Promise<Change | { change: "name-taken" }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const others = await db().tag.count({ where: { nameKey: foldTagName(name) } });
      if (others > 0) return { change: "name-taken" };
      if (attempt === mostAttempts) throw error;
    }
  }
}

const mostAttempts = 10;
