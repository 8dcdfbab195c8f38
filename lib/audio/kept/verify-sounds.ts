import "server-only";
import { db } from "@/lib/platform/database/db";
import { lockUsage } from "../quota/usage";
import { removalMs } from "../store/s3-store";
import { type Beside, type Pace, type Proof, soundStore } from "../store/sound-store";
import { recordProof } from "./get-sound";

type Verified = { files: number; recordings: number; faulty: FaultySound[] };
type FaultySound = { recordingId: string; sha256: string; proof: Exclude<Proof, "proved"> };

/**
 * Reads every kept file and notes what that shows: what is missing, or has another hash by now, is
 * fetched anew as far as it can be. Works beside those that fetch and play.
 */
export async function verifySounds(signal: AbortSignal): Promise<Verified> {
  const verified: Verified = { files: 0, recordings: 0, faulty: [] };
  for (let after: Uint8Array<ArrayBuffer> = new Uint8Array(); !signal.aborted; ) {
    const hashes = await db().$queryRaw<{ sha256: Uint8Array<ArrayBuffer> }[]>`
      SELECT DISTINCT sha256 FROM sound_file WHERE sha256 > ${after} ORDER BY 1
      LIMIT ${filesAtOnce}`;
    for (const { sha256 } of hashes) {
      if (signal.aborted) break;
      await verifyOne(sha256, verified);
      after = sha256;
    }
    if (hashes.length < filesAtOnce) break;
  }
  return verified;
}

/**
 * Lets everything that is not kept be fetched as soon as it can be, whatever was found before; but not
 * what retention has removed.
 * @returns how many there are
 */
export async function fetchMissing(): Promise<number> {
  const { count } = await db().sound.updateMany({
    where: { state: { notIn: ["kept", "removed"] } },
    data: { nextTryAt: new Date(), attempts: 0 },
  });
  return count;
}

const filesAtOnce = 100;

async function verifyOne(sha256: Uint8Array<ArrayBuffer>, verified: Verified): Promise<void> {
  const { proof, recordingIds } = await proveFile(sha256);
  verified.files++;
  verified.recordings += recordingIds.length;
  if (proof === "proved") return;
  const hash = Buffer.from(sha256).toString("hex");
  for (const recordingId of recordingIds) {
    verified.faulty.push({ recordingId, sha256: hash, proof });
  }
}

/**
 * Who keeps a file looks, under the same lock, whether it is there: what is removed just after it was put
 * there is fetched again, and what was noted is seen here.
 */
const besideKeeping: Beside = (remove) =>
  db().$transaction(
    async (client) => {
      await lockUsage(client);
      return remove();
    },
    { timeout: removalMs + 5_000 },
  );

/**
 * Reads one kept file and notes what that shows for every recording that has it. One that has another
 * hash by now is set aside, so that nobody hears it and the next one takes its place.
 */
export async function proveFile(
  sha256: Uint8Array<ArrayBuffer>,
  pace?: Pace,
): Promise<{ proof: Proof; recordingIds: string[] }> {
  let proof = await soundStore().prove(sha256, pace);
  // Another one may have taken its place while it was read.
  if (proof === "changed" && (await soundStore().setAside(sha256, besideKeeping))) proof = "proved";
  const claimed = await db().soundFile.findMany({
    where: { sha256 },
    select: { recordingId: true },
  });
  const recordingIds = claimed.map(({ recordingId }) => recordingId);
  for (const recordingId of recordingIds) await recordProof({ recordingId, sha256 }, proof);
  return { proof, recordingIds };
}
