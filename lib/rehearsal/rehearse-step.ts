import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { z } from "zod";
import { probeAudio } from "@/lib/audio/open-attachment";
import type { WebhookUrls } from "@/lib/intake/secrets/store";
import { readShadow } from "@/lib/intake/store/shadow-sql";
import type { Expectation, PlannedDelivery } from "./plan";
import type { Difference, RehearsalStep } from "./views";

type Performance = {
  pool: Pool;
  urls: WebhookUrls;
  signal: AbortSignal;
  /** Takes over what is known of the step by now. */
  update: (change: Partial<RehearsalStep>) => Promise<void>;
};

/** Sends one delivery, follows it into the ledger and judges what came. Waits out an outage. */
export async function performStep(
  delivery: PlannedDelivery,
  performance: Performance,
): Promise<void> {
  const { update, signal, urls } = performance;
  const isPublic = delivery.name === "public-address";
  const startedMs = nowMs();
  const answer = isPublic
    ? await postDelivery(urls.public, delivery.body, { signal, timeoutMs: publicTimeoutMs })
    : await sendWithRetries(delivery, performance);
  await update({ answer: answer && { status: answer.status, afterMs: answer.afterMs } });

  const rehearsed = answer?.deliveryId
    ? await awaitRehearsed(answer.deliveryId, delivery, performance)
    : null;
  const stored = rehearsed && { ...rehearsed.stored, afterMs: nowMs() - startedMs };
  const audioFault =
    delivery.expected.isMute && rehearsed?.audioAddress
      ? await probeAudio(delivery.recordingId, rehearsed.audioAddress, signal)
      : null;
  if (isPublic && !rehearsed) {
    return update({ verdict: "unproven", differs: [toPublicFault(answer)] });
  }
  const differs = judgeStep(
    { answer, stored, audioFault },
    rehearsed?.found ?? null,
    delivery.expected,
  );
  const verdict = differs.length === 0 ? "passed" : "failed";
  await update({ stored, audioFault, verdict, differs });
}

const publicTimeoutMs = 5_000;
const retryMs = 500;
const longestRefusalMs = 300_000;
/** A server that is being replaced, or stops. */
const longestAbsenceMs = 10_000;
/** Another process may have to learn the secret first. */
const unknownForMs = 5_000;

/** A 503 asks to come again, as the calling service would have to; for five minutes. */
async function sendWithRetries(
  delivery: PlannedDelivery,
  { urls, signal, update }: Performance,
): Promise<WebhookAnswer | null> {
  const startedMs = nowMs();
  for (;;) {
    const answer = await postDelivery(urls.own, delivery.body, { signal });
    const isUnknown = answer?.status === 401 && nowMs() - startedMs < unknownForMs;
    const isRefused = answer?.status === 503 && nowMs() - startedMs < longestRefusalMs;
    const isAbsent = answer === null && nowMs() - startedMs < longestAbsenceMs;
    if (!isRefused && !isUnknown && !isAbsent) return answer;
    if (isRefused) await update({ waitedFor: "journal" });
    await sleep(retryMs, undefined, { signal });
  }
}

const storedWithinMs = 20_000;
const pollMs = 20;

/** Null: it isn't stored although the database has answered all the while. */
async function awaitRehearsed(
  deliveryId: string,
  { recordingId, body }: PlannedDelivery,
  { pool, signal, update }: Performance,
): ReturnType<typeof readRehearsed> {
  let answeringSinceMs = nowMs();
  while (nowMs() - answeringSinceMs < storedWithinMs) {
    try {
      const rehearsed = await readRehearsed(pool, deliveryId, { recordingId, sent: body });
      if (rehearsed) return rehearsed;
    } catch {
      await update({ waitedFor: "database" });
      await sleep(retryMs, undefined, { signal });
      answeringSinceMs = nowMs();
    }
    await sleep(pollMs, undefined, { signal });
  }
  return null;
}

/** What is found in the shadow schema once a delivery was stored there. */
export type Found = {
  /** Whether its bytes were kept as they were sent. */
  areBytesKept: boolean;
  call: Expectation["call"];
};

/** What became of one delivery; null: it isn't stored yet. */
export async function readRehearsed(
  pool: Pool,
  deliveryId: string,
  { recordingId, sent }: Pick<RehearsalStep, "recordingId" | "sent">,
) {
  const stored = await readShadow(pool, deliveryId, recordingId);
  if (!stored) return null;
  const { outcome, records, body, call, audioAddress } = stored;
  const problems = records.flatMap((record) =>
    record.problems.map(({ path, message }) => `${path} ${message}`.trim()),
  );
  return {
    stored: { outcome, problems },
    found: { areBytesKept: body?.equals(Buffer.from(sent)) ?? false, call } satisfies Found,
    audioAddress,
  };
}

function toPublicFault(answer: WebhookAnswer | null): Difference {
  if (!answer) return { code: "nobodyThere" };
  return answer.deliveryId
    ? { code: "anotherThere" }
    : { code: "refusedThere", found: answer.status };
}

function nowMs(): number {
  return globalThis.performance.now();
}

type WebhookAnswer = {
  status: number;
  /** Null: it was not accepted. */
  deliveryId: string | null;
  afterMs: number;
};

/** Sends a body as the calling service does. Null: nobody answered. */
async function postDelivery(
  url: string,
  body: string,
  { signal, timeoutMs = 40_000 }: { signal: AbortSignal; timeoutMs?: number },
): Promise<WebhookAnswer | null> {
  const startedMs = performance.now();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/vnd.api+json", "User-Agent": "Earshot rehearsal" },
      body,
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const afterMs = performance.now() - startedMs;
    const receipt = receiptSchema.safeParse(await response.json().catch(() => null));
    return { status: response.status, deliveryId: receipt.data?.deliveryId ?? null, afterMs };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

const receiptSchema = z.object({ deliveryId: z.uuid() });

/** Where a step differs from what was expected of it; nowhere: it passed. Pure. */
export function judgeStep(
  { answer, stored, audioFault }: Pick<RehearsalStep, "answer" | "stored" | "audioFault">,
  found: Found | null,
  expected: Expectation,
): Difference[] {
  if (answer?.status !== accepted) {
    return [{ code: "answered", found: answer?.status ?? null, expected: accepted }];
  }
  if (!stored || !found) return [{ code: "notStored" }];
  const isHeldForNothing = expected.outcome === "quarantined" && stored.problems.length === 0;
  const differs: (Difference | false)[] = [
    stored.outcome !== expected.outcome && {
      code: "outcome",
      found: stored.outcome,
      expected: expected.outcome,
    },
    !found.areBytesKept && { code: "bytesChanged" },
    isHeldForNothing && { code: "heldForNothing" },
    ...compareCalls(found.call, expected.call),
    expected.isMute === true && audioFault === null && { code: "soundThere" },
  ];
  return differs.filter((one) => one !== false);
}

const accepted = 202;

function compareCalls(
  call: Expectation["call"],
  expected: Expectation["call"],
): (Difference | false)[] {
  if (!expected) return [call !== null && { code: "recordingMade" }];
  if (!call) return [{ code: "noRecording" }];
  return [
    ...(["status", "campaign"] as const).map(
      (code) =>
        call[code] !== expected[code] && { code, found: call[code], expected: expected[code] },
    ),
    ...(["deliveries", "contents"] as const).map(
      (code) =>
        call[code] !== expected[code] && { code, found: call[code], expected: expected[code] },
    ),
  ];
}
