"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { getSecret } from "./queries";
import { secretNameSchema } from "./schema";
import { createSecret, type Revocation, revokeSecret } from "./store";
import { syncSecrets } from "./sync-secrets";
import type { NewSecretState, RevokeState, UrlReveal } from "./views";
import { webhookUrl } from "./webhook-url";

/** Gives a whole webhook URL away, to an administrator who asked for it; logged without the secret. */
export async function revealWebhookUrl(secretId: string): Promise<UrlReveal> {
  const viewer = await requireAdministrator({ returnTo: page });
  const id = z.uuid().safeParse(secretId);
  const found = id.success ? await getSecret(id.data) : null;
  if (!found) return { refusal: "This secret is revoked." };
  if (found.secret === "sealed") return { refusal: sealedRefusal };
  log().info({ by: viewer.userId, secretId, name: found.name }, "a webhook URL was revealed");
  return { url: webhookUrl(found.secret.reveal()) };
}

/** Makes a secret and honours it at once; a fault gives the typed name back. */
export async function createWebhookSecret(
  _previous: NewSecretState,
  form: FormData,
): Promise<NewSecretState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const typed = String(form.get("name") ?? "");
  const name = secretNameSchema.safeParse(typed);
  if (!name.success) return toFault(typed, name.error.issues[0]?.message ?? "");
  const outcome = await createSecret(name.data, viewer.userId);
  log().info({ by: viewer.userId, name: name.data, outcome }, "a webhook secret was asked for");
  if (outcome === "name-taken") return toFault(typed, "There is a secret of this name already.");
  await syncSecrets();
  revalidatePath(page);
  return { name: "", fault: null, made: name.data };
}

/** From then on, what comes with this secret is refused. */
export async function revokeWebhookSecret(
  _previous: RevokeState,
  form: FormData,
): Promise<RevokeState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const secretId = z.uuid().safeParse(form.get("secret"));
  const outcome = secretId.success ? await revokeSecret(secretId.data) : "not-active";
  log().info({ by: viewer.userId, secretId: secretId.data, outcome }, "a revocation was asked for");
  await syncSecrets();
  revalidatePath(page);
  return { refusal: refusals[outcome] };
}

const page = "/settings/webhooks";
const sealedRefusal =
  "It works, but can’t be shown: it was made under another AUTH_SECRET or in another database. Make a new one.";

const refusals: Record<Revocation, string | null> = {
  revoked: null,
  "not-active": "It was revoked already.",
  "last-secret": "The last secret stays: without one, every event would be refused.",
};

function toFault(name: string, fault: string): NewSecretState {
  return { name, fault, made: null };
}
