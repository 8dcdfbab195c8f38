"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { listLearnedValues, mostListed } from "./read-vocabulary";
import { listValuesCalled } from "./sql";
import {
  describeValues,
  distinguish,
  forgetOrder,
  forgetValues,
  nameValues,
  placeName,
  setSuccessStatuses,
  successStatusesSchema,
  undoChange,
} from "./store";
import {
  type ChangeAnswer,
  likenessSchema,
  mostMerged,
  nameKeySchema,
  nameSchema,
  type TermChange,
  termChangeSchema,
  termKeySchema,
  termTraitsSchema,
  vocabularyRoomTexts,
} from "./views";

/**
 * Gives values a name. Where other values have it already they become one, which must be meant. An
 * empty name gives a single value its own again.
 */
export async function saveName(
  key: unknown,
  typed: unknown,
  isMergeMeant: unknown,
): Promise<ChangeAnswer> {
  const viewer = await requireAdministrator({ returnTo: page });
  const t = vocabularyRoomTexts();
  const { field, values } = nameKeySchema.parse(key);
  // A value that arrives is a name as well, however long it is.
  const read = values.includes(String(typed))
    ? { success: true as const, data: String(typed) }
    : nameSchema.safeParse(typed);
  if (!read.success) return refuse(read.error.issues[0]?.message ?? t.badName);
  const [own = ""] = values;
  if (read.data === null && values.length > 1) return refuse(t.noName);
  const name = read.data ?? own;
  const others = (await listValuesCalled(field, name)).filter((one) => !values.includes(one));
  if (others.length > 0 && isMergeMeant !== true) return { outcome: "asks", values: others };
  if (others.length + values.length > mostMerged) {
    return refuse(t.tooMany(mostMerged));
  }
  const change = await nameValues({ field, values }, name, others, viewer.userId);
  const merged = others.length > 0 || values.length > 1;
  log().info({ by: viewer.userId, field, merged }, "values were named");
  return finish(change);
}

/** Gives values of a name another colour and group. */
export async function saveTraits(key: unknown, traits: unknown): Promise<ChangeAnswer> {
  const viewer = await requireAdministrator({ returnTo: page });
  const values = nameKeySchema.parse(key);
  const read = termTraitsSchema.safeParse(traits);
  if (!read.success) return refuse(read.error.issues[0]?.message ?? vocabularyRoomTexts().badGroup);
  const change = await describeValues(values, read.data, viewer.userId);
  log().info({ by: viewer.userId, field: values.field }, "values were described");
  return finish(change);
}

/** Forgets what was said of values: each has its own name again. */
export async function resetNames(key: unknown): Promise<ChangeAnswer> {
  const viewer = await requireAdministrator({ returnTo: page });
  const values = nameKeySchema.parse(key);
  const change = await forgetValues(values, viewer.userId);
  log().info({ by: viewer.userId, field: values.field }, "the names of values were reset");
  return finish(change);
}

/** Puts a name before another one of its field, each given by a value; null: at the end. */
export async function moveName(key: unknown, before: unknown): Promise<ChangeAnswer> {
  const viewer = await requireAdministrator({ returnTo: page });
  const term = termKeySchema.parse(key);
  const follower = before === null ? null : termKeySchema.parse({ ...term, value: before }).value;
  const { values } = await listLearnedValues(term.field, mostListed);
  const change = await placeName(term, follower, values, viewer.userId);
  log().info({ by: viewer.userId, field: term.field }, "a name was moved");
  return finish(change);
}

/** The names of a field stand by their calls again. */
export async function resetOrder(field: unknown): Promise<ChangeAnswer> {
  const viewer = await requireAdministrator({ returnTo: page });
  const term = termKeySchema.shape.field.parse(field);
  const change = await forgetOrder(term, viewer.userId);
  log().info({ by: viewer.userId, field: term }, "the order of names was reset");
  return finish(change);
}

/** Says that names which look alike are not the same, or takes that back. */
export async function answerLikeness(likeness: unknown, areDistinct: unknown): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const { field, into, names } = likenessSchema.parse(likeness);
  await distinguish(field, into, names, areDistinct === true, viewer.userId);
  log().info({ by: viewer.userId, field, areDistinct }, "a suggestion was answered");
  revalidatePath("/", "layout");
}

/** Takes a change back, unless somebody has changed the same values since. */
export async function undoTermChange(change: unknown): Promise<boolean> {
  const viewer = await requireAdministrator({ returnTo: page });
  const read = termChangeSchema.parse(change);
  const isUndone = await undoChange(read, viewer.userId);
  log().info({ by: viewer.userId, field: read.field, isUndone }, "undo requested");
  revalidatePath("/", "layout");
  return isUndone;
}

/** Says which statuses are of calls that went well. */
export async function chooseSuccess(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: "/recordings" });
  const statuses = successStatusesSchema.parse(
    form.getAll("statuses").flatMap((some) => JSON.parse(String(some))),
  );
  await setSuccessStatuses(statuses, viewer.userId);
  log().info({ by: viewer.userId }, "success statuses were changed");
  revalidatePath("/", "layout");
}

const page = "/settings/vocabulary";

function refuse(fault: string): ChangeAnswer {
  return { outcome: "refused", fault };
}

function finish(change: TermChange): ChangeAnswer {
  revalidatePath("/", "layout");
  return { outcome: "done", change };
}
