import "server-only";
import { db } from "@/lib/platform/database/db";
import {
  defaultRetentionDays,
  type KeptAudio,
  keptAudioName,
  parseKeptAudio,
  parseRetryWindow,
  type Retention,
  type RetryWindow,
  retentionSchema,
  retryWindowName,
} from "./schema";

/** How long raw bytes are kept. Throws for a setting that can't be read: nothing goes on a guess. */
export async function getRetention(): Promise<Retention> {
  const setting = await db().setting.findUnique({ where: { name: "retention" } });
  return setting ? retentionSchema.parse(setting.value) : { days: defaultRetentionDays };
}

/** For how long the same bytes count as a retry. */
export async function getRetryWindow(): Promise<RetryWindow> {
  const setting = await db().setting.findUnique({ where: { name: retryWindowName } });
  return parseRetryWindow(setting?.value);
}

/** How much audio is kept, and for how long. Throws for a setting that can't be read. */
export async function getKeptAudio(): Promise<KeptAudio> {
  const setting = await db().setting.findUnique({ where: { name: keptAudioName } });
  return parseKeptAudio(setting?.value);
}

/** Who set it last and when; null: nobody has. */
export async function getKeptAudioChange(): Promise<{ byName: string; at: Date } | null> {
  const setting = await db().setting.findUnique({ where: { name: keptAudioName } });
  if (!setting) return null;
  const user = await db().user.findUnique({ where: { id: setting.changedBy } });
  return { byName: user?.name ?? "", at: setting.changedAt };
}

/** From then on raw bytes are kept for so long; idempotent. */
export const changeRetention = newChange<Retention>("retention");

/** For what is read from then on; idempotent. */
export const changeRetryWindow = newChange<RetryWindow>(retryWindowName);

/** From then on audio is kept within these limits; idempotent. */
export const changeKeptAudio = newChange<KeptAudio>(keptAudioName);

function newChange<Setting extends Retention | RetryWindow | KeptAudio>(name: string) {
  return async (value: Setting, changedBy: string): Promise<void> => {
    const changed = { value, changedBy, changedAt: new Date() };
    await db().setting.upsert({ where: { name }, create: { name, ...changed }, update: changed });
  };
}
