import "server-only";
import { db } from "@/lib/platform/database/db";
import {
  type KeptAudio,
  keptAudioName,
  type Retention,
  type RetryWindow,
  retryWindowName,
} from "./schema";

/** From then on raw bytes are kept for so long; idempotent. */
export async function changeRetention(retention: Retention, changedBy: string): Promise<void> {
  await change("retention", retention, changedBy);
}

/** For what is read from then on; idempotent. */
export async function changeRetryWindow(window: RetryWindow, changedBy: string): Promise<void> {
  await change(retryWindowName, window, changedBy);
}

/** From then on audio is kept within these limits; idempotent. */
export async function changeKeptAudio(limits: KeptAudio, changedBy: string): Promise<void> {
  await change(keptAudioName, limits, changedBy);
}

async function change(
  name: string,
  value: Retention | RetryWindow | KeptAudio,
  changedBy: string,
): Promise<void> {
  const changed = { value, changedBy, changedAt: new Date() };
  await db().setting.upsert({ where: { name }, create: { name, ...changed }, update: changed });
}
