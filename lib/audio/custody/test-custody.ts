import { createHash } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { sendFile, type soundsForTest, toWav } from "../kept/test-sounds";

type Sounds = ReturnType<typeof soundsForTest>;

export const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Other bytes for each name. */
export const wavOf = (name: string) => Buffer.concat([toWav(1), Buffer.from(name)]);

/** The marks of a call, but for the length of its audio, which is shorter than any call. */
export async function marksOf(id: string): Promise<string[]> {
  const rows = await db().callMark.findMany({
    where: { recordingId: id, mark: { not: "check:length" } },
    orderBy: { mark: "asc" },
  });
  return rows.map(({ mark }) => mark);
}

/** Keeps a file of its own for each of these calls. */
export async function keepAll(sounds: Sounds, files: Record<string, Buffer>): Promise<void> {
  for (const [id, bytes] of Object.entries(files)) {
    sounds.answers.set(`/${id}.wav`, sendFile(bytes));
  }
  await sounds.arrive(Object.fromEntries(Object.keys(files).map((id) => [id, `/${id}.wav`])));
  const keeper = sounds.keep();
  for (const id of Object.keys(files)) {
    await sounds.until(id, (sound) => sound.kept?.isMeasured === true);
  }
  await keeper.stop();
}

/** Lets their files have been kept and proved so many days earlier. */
export async function age(sounds: Sounds, days: number, ...ids: string[]): Promise<void> {
  await prismaOn(sounds.pool).$executeRaw`
    UPDATE sound_file SET kept_at = kept_at - ${days} * interval '1 day',
      proved_at = proved_at - ${days} * interval '1 day'
    WHERE recording_id = ANY(${ids}::text[])`;
}
