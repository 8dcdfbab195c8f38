"use server";

import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { log, namesOfSet } from "@/lib/ops/log";
import { requestTask } from "@/lib/ops/task-lease";
import { pagePool } from "@/lib/platform/database/db";
import {
  longestRetentionDays,
  longestRetryMinutes,
  type Retention,
  type RetryWindow,
  retentionSchema,
} from "@/lib/settings/schema";
import { changeRetention, changeRetryWindow } from "@/lib/settings/store";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { acknowledgeDrift } from "./drift/drift";
import { intakeTexts, secretNameSchema } from "./forms";
import {
  beginReread,
  discardReread,
  rereadingWanted,
  rereadOne,
  resumeReread,
  stopReread,
} from "./reread/reread-job";
import { previewDrop } from "./retention/tidy-bodies";
import {
  createSecret,
  getSecret,
  type Revocation,
  revokeSecret,
  webhookUrl,
} from "./secrets/store";
import { syncSecrets } from "./secrets/sync-secrets";
import { takeDeliveredRetry } from "./store/record-outcome";
import { toDeliveryKey } from "./store/sql";
import { emptyDeliveryFilter, parseDeliveryQuery } from "./views/delivery-log";
import type {
  NewSecretState,
  RereadOneState,
  RereadRefusal,
  RetentionState,
  RetryWindowState,
  RevokeState,
  UrlReveal,
} from "./views/views";

/** Gives a whole webhook URL away, to an administrator who asked for it; logged without the secret. */
export async function revealWebhookUrl(secretId: string): Promise<UrlReveal> {
  const viewer = await requireAdministrator({ returnTo: webhooksPage });
  const id = z.uuid().safeParse(secretId);
  const found = id.success ? await getSecret(id.data) : null;
  if (!found) return { refusal: intakeTexts().secretRevoked };
  if (found.secret === "sealed") return { refusal: intakeTexts().secretSealed };
  log().info({ by: viewer.userId, secretId }, "a webhook URL was revealed");
  return { url: webhookUrl(found.secret.reveal()) };
}

/** Makes a secret and honours it at once; a fault gives the typed name back. */
export async function createWebhookSecret(
  _previous: NewSecretState,
  form: FormData,
): Promise<NewSecretState> {
  const viewer = await requireAdministrator({ returnTo: webhooksPage });
  const typed = String(form.get("name") ?? "");
  const name = secretNameSchema.safeParse(typed);
  if (!name.success) return toFault(typed, name.error.issues[0]?.message ?? "");
  const outcome = await createSecret(name.data, viewer.userId);
  log().info({ by: viewer.userId, outcome }, "webhook secret requested");
  if (outcome === "name-taken") return toFault(typed, intakeTexts().secretNameTaken);
  await syncSecrets();
  revalidatePath(webhooksPage);
  return { name: "", fault: null, made: name.data };
}

/** From then on, what comes with this secret is refused. */
export async function revokeWebhookSecret(
  _previous: RevokeState,
  form: FormData,
): Promise<RevokeState> {
  const viewer = await requireAdministrator({ returnTo: webhooksPage });
  const secretId = z.uuid().safeParse(form.get("secret"));
  const outcome = secretId.success ? await revokeSecret(secretId.data) : "not-active";
  log().info({ by: viewer.userId, secretId: secretId.data, outcome }, "revocation requested");
  await syncSecrets();
  revalidatePath(webhooksPage);
  return { refusal: wordRevocation(outcome) };
}

function wordRevocation(outcome: Revocation): string | null {
  return outcome === "revoked" ? null : intakeTexts().revocation[outcome];
}

function toFault(name: string, fault: string): NewSecretState {
  return { name, fault, made: null };
}

/** Reads one delivery again, at once. */
export async function readDeliveryAgain(
  _previous: RereadOneState,
  form: FormData,
): Promise<RereadOneState> {
  const viewer = await requireAdministrator({ returnTo: deliveriesPage });
  const deliveryId = String(form.get("delivery"));
  const key = toDeliveryKey(deliveryId);
  const read = key ? rereadOne(pagePool(), key) : Promise.resolve(null);
  const noted = read.then((tally) => {
    log().info({ by: viewer.userId, tally }, "a delivery was reprocessed");
    return tally;
  });
  const tally = await Promise.race([noted, sleep(timeoutMs, "under-way" as const)]);
  revalidatePath(deliveriesPage, "layout");
  if (tally === "under-way") {
    noted.catch((error: unknown) =>
      log().error({ err: error, deliveryId: key?.id }, "a delivery could not be reprocessed"),
    );
    return { outcome: tally };
  }
  if (!tally) return { outcome: "bytes-gone" };
  return { outcome: tally.held > 0 ? "held" : "understood" };
}

/** Asks for all deliveries of a filter, given as the log's parameters, to be read again. */
export async function readMatchingAgain(
  _previous: RereadRefusal,
  form: FormData,
): Promise<RereadRefusal> {
  const viewer = await requireAdministrator({ returnTo: deliveriesPage });
  const { filter } = parseDeliveryQuery(new URLSearchParams(String(form.get("filter"))));
  const refusal = await beginReread(filter, await viewerTimeZone(), viewer.userId);
  const filteredBy = namesOfSet(filter, emptyDeliveryFilter);
  log().info({ by: viewer.userId, filteredBy, refusal }, "reprocessing requested");
  rereadingWanted.publish(true);
  revalidatePath(deliveriesPage);
  return refusal;
}

export async function stopReading(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: deliveriesPage });
  const stopped = await stopReread(String(form.get("job")));
  log().info({ by: viewer.userId, stopped }, "reprocessing was stopped");
  revalidatePath(deliveriesPage);
}

export async function resumeReading(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: deliveriesPage });
  const resumed = await resumeReread(String(form.get("job")));
  log().info({ by: viewer.userId, resumed }, "reprocessing was resumed");
  rereadingWanted.publish(true);
  revalidatePath(deliveriesPage);
}

export async function discardReading(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: deliveriesPage });
  const discarded = await discardReread(String(form.get("job")));
  log().info({ by: viewer.userId, discarded }, "reprocessing was discarded");
  revalidatePath(deliveriesPage);
}

/** A delivery of very many records takes minutes. */
const timeoutMs = 10_000;

/** Sets how long raw bytes are kept. What would be dropped at once has to be confirmed first. */
export async function saveRetention(
  _previous: RetentionState,
  form: FormData,
): Promise<RetentionState> {
  const viewer = await requireAdministrator({ returnTo: retentionPage });
  const isForEver = form.get("keep") === "forever";
  const days = String(form.get("days") ?? "");
  const typed = { isForEver, days, fault: null, preview: null, isSaved: false };
  const retention = parseRetention(isForEver, days);
  if (!retention) return { ...typed, fault: intakeTexts().enterDays(longestRetentionDays) };
  if (retention.days !== null && form.get("confirmed") !== String(retention.days)) {
    const preview = await previewDrop(retention.days, await readDatabaseNow());
    if (preview.days > 0) return { ...typed, preview };
  }
  await changeRetention(retention, viewer.userId);
  log().info({ by: viewer.userId, ...retention }, "the retention of raw payloads was changed");
  await requestTask(pagePool(), "retention");
  revalidatePath(retentionPage);
  return { ...typed, isSaved: true };
}

function parseRetention(isForEver: boolean, days: string): Retention | undefined {
  if (isForEver) return { days: null };
  const written = days.trim();
  return /^\d+$/.test(written)
    ? retentionSchema.safeParse({ days: Number(written) }).data
    : undefined;
}

/** Marks what the page showed, one thing or several, as known. */
export async function acknowledgeChanges(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: "/settings/webhooks/drift" });
  const ids = form.getAll("drift").flatMap((id) => toDriftId(String(id)) ?? []);
  const count = await acknowledgeDrift(ids, viewer.userId);
  log().info({ by: viewer.userId, count }, "schema changes were acknowledged");
  revalidatePath("/settings/webhooks", "layout");
}

function toDriftId(text: string): bigint | undefined {
  if (!/^-?\d{1,19}$/.test(text)) return undefined;
  const id = BigInt(text);
  return BigInt.asIntN(64, id) === id ? id : undefined;
}

/** Lets a record count that was a retry. */
export async function takeRetryAfterAll(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: "/recordings" });
  const record = deliveredSchema.parse(Object.fromEntries(form));
  const outcome = await takeDeliveredRetry(pagePool(), record, viewer.userId);
  log().info({ by: viewer.userId, outcome }, "a retry was applied");
  revalidatePath("/", "layout");
}

/** Sets for how long the same bytes count as a retry; what was read before stays as it is. */
export async function saveRetryWindow(
  _previous: RetryWindowState,
  form: FormData,
): Promise<RetryWindowState> {
  const viewer = await requireAdministrator({ returnTo: webhooksPage });
  const minutes = String(form.get("minutes") ?? "");
  const window = parseMinutes(minutes);
  if (!window)
    return { minutes, fault: intakeTexts().enterMinutes(longestRetryMinutes), isSaved: false };
  await changeRetryWindow(window, viewer.userId);
  log().info({ by: viewer.userId, ...window }, "the retry window was changed");
  revalidatePath(webhooksPage);
  return { minutes, fault: null, isSaved: true };
}

const deliveredSchema = z.object({
  deliveryId: z.uuid(),
  recordingId: z.string(),
  position: z.coerce.number().int().min(0),
});

function parseMinutes(written: string): RetryWindow | null {
  const minutes = /^\d{1,9}$/.test(written.trim()) ? Number(written) : Number.NaN;
  return minutes <= longestRetryMinutes ? { minutes } : null;
}

const webhooksPage = "/settings/webhooks";
const deliveriesPage = "/settings/webhooks/deliveries";
const retentionPage = "/settings/retention";
