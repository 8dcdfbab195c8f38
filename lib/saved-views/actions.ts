"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { requireAdministrator, requireViewer } from "@/lib/access/gate/gate";
import { cleanText } from "@/lib/list/list-page";
import { log } from "@/lib/ops/log";
import {
  chooseDefault,
  chooseTeamDefault,
  createView,
  deleteView,
  renameView,
  replaceQuery,
  rereadQuery,
  savedViewsRoomTexts,
  shareView,
  type ViewChange,
} from "./store";
import type { ViewFormState } from "./views";

/** Keeps the present list under a name, for oneself or for the team. */
export async function saveView(_: ViewFormState, form: FormData): Promise<ViewFormState> {
  const viewer = await requireViewer();
  const name = viewNameSchema.safeParse(textOf(form, "name"));
  if (!name.success) return refuse(name.error);
  const query = viewQuerySchema.safeParse(textOf(form, "query"));
  if (!query.success) return refuse(query.error);
  const isTeam = form.get("for") === "team";
  const change = await createView({ name: name.data, query: query.data, isTeam }, viewer.userId);
  log().info({ by: viewer.userId, isTeam, change }, "view save requested");
  return toFormState(change);
}

export async function renameSavedView(_: ViewFormState, form: FormData): Promise<ViewFormState> {
  const viewer = await requireViewer();
  const name = viewNameSchema.safeParse(textOf(form, "name"));
  if (!name.success) return refuse(name.error);
  return toFormState(await withView(form, (id) => renameView(id, name.data, viewer)));
}

/** From then on the view shows the present list. */
export async function replaceSavedView(_: ViewFormState, form: FormData): Promise<ViewFormState> {
  const viewer = await requireViewer();
  const query = viewQuerySchema.safeParse(textOf(form, "query"));
  if (!query.success) return refuse(query.error);
  return toFormState(await withView(form, (id) => replaceQuery(id, query.data, viewer)));
}

export async function shareSavedView(_: ViewFormState, form: FormData): Promise<ViewFormState> {
  const viewer = await requireViewer();
  return toFormState(await withView(form, (id) => shareView(id, viewer)));
}

export async function deleteSavedView(_: ViewFormState, form: FormData): Promise<ViewFormState> {
  const viewer = await requireViewer();
  const change = await withView(form, (id) => deleteView(id, viewer));
  log().info({ by: viewer.userId, change }, "view deletion requested");
  return toFormState(change);
}

/** What the person begins with from then on; without a view: what the team begins with. */
export async function chooseDefaultView(_: ViewFormState, form: FormData): Promise<ViewFormState> {
  const { userId } = await requireViewer();
  if (textOf(form, "view") === "") return toFormState(await chooseDefault(null, userId));
  return toFormState(await withView(form, (id) => chooseDefault(id, userId)));
}

export async function chooseTeamDefaultView(
  _: ViewFormState,
  form: FormData,
): Promise<ViewFormState> {
  const viewer = await requireAdministrator();
  const isNone = textOf(form, "view") === "";
  const change = isNone ? await chooseTeamDefault(null) : await withView(form, chooseTeamDefault);
  log().info({ by: viewer.userId, change }, "change of the team's default view requested");
  return toFormState(change);
}

async function withView(
  form: FormData,
  change: (id: string) => Promise<ViewChange>,
): Promise<ViewChange> {
  const id = z.uuid().safeParse(textOf(form, "view"));
  return id.success ? change(id.data) : "not-found";
}

function toFormState(change: ViewChange): ViewFormState {
  // The way to the list leads to the default.
  if (change === "done") revalidatePath("/", "layout");
  return {
    fault: change === "done" ? null : savedViewsRoomTexts().refused[change],
    isDone: change === "done",
  };
}

function refuse(error: z.ZodError): ViewFormState {
  return { fault: error.issues[0]?.message ?? null, isDone: false };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

const maxViewNameLength = 80;
const maxQueryLength = 16_000;

/** What people call a view; what only looks like several spaces is one. */
const viewNameSchema = z
  .string()
  .transform((name) => cleanText(name).replaceAll(/\s+/g, " ").trim())
  .pipe(
    z
      .string()
      .min(1, { error: () => savedViewsRoomTexts().noName })
      .max(maxViewNameLength, {
        error: () => savedViewsRoomTexts().nameTooLong(maxViewNameLength),
      }),
  );

/** The list's address, as it is kept. */
const viewQuerySchema = z
  .string()
  .transform(rereadQuery)
  .pipe(z.string().max(maxQueryLength, { error: () => savedViewsRoomTexts().tooManyFilters }));
