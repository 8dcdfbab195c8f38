"use server";

import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { readReadiness } from "@/lib/intake/readiness";
import {
  closeSampleSecrets,
  listSampleSecrets,
  noteSamplesRemoved,
  openSampleSecret,
  webhookUrl,
  webhookUrls,
} from "@/lib/intake/secrets/store";
import { syncSecrets } from "@/lib/intake/secrets/sync-secrets";
import { log } from "@/lib/ops/log";
import { pagePool } from "@/lib/platform/database/db";
import { makeSamples, removeSamples, type SamplesState, sampleLoadingTexts } from "./samples";

/** Sends made-up calls to the webhook, as the calling service would, by a secret that marks them. */
export async function loadSampleCalls(_previous: SamplesState): Promise<SamplesState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const secret = await openSampleSecret(viewer.userId);
  await syncSecrets();
  const { own } = webhookUrls(secret.reveal());
  let refusal: string | null = null;
  for (const body of makeSamples(new Date())) refusal ??= await post(own, body);
  await closeSampleSecrets();
  await syncSecrets();
  log().info({ by: viewer.userId, refusal }, "sample calls requested");
  if (!refusal) await untilDrained();
  revalidatePath("/", "layout");
  return { refusal, hasMore: false };
}

/** Removes everything made-up, as far as there is time; asked again, it goes on. */
export async function removeSampleData(_previous: SamplesState): Promise<SamplesState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const signal = AbortSignal.timeout(removesForMs);
  await closeSampleSecrets();
  await syncSecrets();
  // What was accepted before is not overlooked.
  await untilDrained();
  const secrets = await listSampleSecrets("kept");
  const isDone = await removeSamples(pagePool(), secrets, signal);
  if (isDone) await noteSamplesRemoved();
  log().info({ by: viewer.userId, isDone }, "sample data removal requested");
  revalidatePath("/", "layout");
  return { refusal: null, hasMore: !isDone };
}

/** Makes a webhook URL whose calls are sample data, for whoever sends one by hand. */
export async function openSampleUrl(): Promise<string> {
  const viewer = await requireAdministrator({ returnTo: page });
  const secret = await openSampleSecret(viewer.userId);
  await syncSecrets();
  log().info({ by: viewer.userId }, "a webhook URL for sample calls was made");
  return webhookUrl(secret.reveal());
}

const page = "/recordings";
const removesForMs = 15_000;
const timeoutMs = 10_000;
const againMs = 300;

/** Why it wasn't accepted; null: it was. Another process may have to learn the secret first. */
async function post(url: string, body: string): Promise<string | null> {
  const endsMs = performance.now() + timeoutMs;
  for (;;) {
    const status = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/vnd.api+json", "User-Agent": "Earshot samples" },
      body,
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      (answer) => answer.status,
      () => null,
    );
    if (status === 202) return null;
    if (performance.now() > endsMs) {
      const t = sampleLoadingTexts();
      return status === null ? t.notReached : t.answered(status);
    }
    await sleep(againMs);
  }
}

async function untilDrained(): Promise<void> {
  const endsMs = performance.now() + timeoutMs;
  while (performance.now() < endsMs) {
    const { journal } = await readReadiness();
    if (journal && journal.depth <= journal.heldAside) return;
    await sleep(againMs);
  }
}
