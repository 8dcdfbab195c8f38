"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import type { TermState } from "./form-states";
import { listLearnedValues, mostListed } from "./queries";
import { termKeySchema, termNamingSchema } from "./schema";
import { forgetOrder, forgetTerm, nameTerm, placeTerm } from "./store";

/** Gives a value its name, colour and group. */
export async function saveTerm(
  key: unknown,
  _previous: TermState,
  form: FormData,
): Promise<TermState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const term = termKeySchema.parse(key);
  const typed = {
    displayName: String(form.get("displayName") ?? ""),
    group: String(form.get("group") ?? ""),
  };
  const colour = termNamingSchema.shape.colour.parse(form.get("colour"));
  const naming = termNamingSchema.safeParse({ ...typed, colour });
  if (!naming.success) {
    const faults = naming.error.issues.map(({ path, message }) => [path[0], message]);
    return { ...typed, colour, faults: Object.fromEntries(faults), isSaved: false };
  }
  await nameTerm(term, naming.data, viewer.userId);
  log().info({ by: viewer.userId, field: term.field }, "a value was named");
  revalidatePath("/", "layout");
  const { displayName, group } = naming.data;
  return {
    ...{ displayName: displayName ?? "", colour, group: group ?? "" },
    ...{ faults: {}, isSaved: true },
  };
}

/** Forgets what was said of a value. */
export async function resetTerm(key: unknown): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const term = termKeySchema.parse(key);
  await forgetTerm(term);
  log().info({ by: viewer.userId, field: term.field }, "the name of a value was forgotten");
  revalidatePath("/", "layout");
}

/** Puts a value before another one of its field; null: at the end. */
export async function orderTerm(key: unknown, before: unknown): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const term = termKeySchema.parse(key);
  const follower = before === null ? null : termKeySchema.parse({ ...term, value: before }).value;
  const { values } = await listLearnedValues(term.field, mostListed);
  await placeTerm(term, follower, values, viewer.userId);
  log().info({ by: viewer.userId, field: term.field }, "a value was moved");
  revalidatePath("/", "layout");
}

/** The values of a field stand by their calls again. */
export async function resetOrder(field: unknown): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const term = termKeySchema.shape.field.parse(field);
  await forgetOrder(term, viewer.userId);
  log().info({ by: viewer.userId, field: term }, "the order of values was forgotten");
  revalidatePath("/", "layout");
}

const page = "/settings/vocabulary";
