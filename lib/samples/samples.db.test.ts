import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drainBatch } from "@/lib/intake/drain/drain-batch";
import { SequenceGenerator, toDeliveryId } from "@/lib/intake/journal/sequence";
import { hashSecret, nameHash } from "@/lib/intake/secrets/check/known-secrets";
import {
  closeSampleSecrets,
  listSampleSecrets,
  noteSamplesRemoved,
  openSampleSecret,
} from "@/lib/intake/secrets/store";
import { openTestSecrets } from "@/lib/intake/secrets/test-secrets";
import { backgroundPool } from "@/lib/platform/database/db";
import { addUpAll, emptyLedger } from "@/lib/recordings/totals/test-totals";
import { keepZone, verifyCounts } from "@/lib/recordings/totals/totals";
import { makeSamples, removeSamples, sampleCount } from "./samples";

let close: () => Promise<void>;
const acceptance = new SequenceGenerator(1, 0n);
const forEver = new AbortController().signal;
const real = "0123456789ab";

beforeAll(async () => {
  ({ close } = await openTestSecrets());
});
afterAll(() => close());

test("removes all that was made up, and nothing else, and the counts stay exact", async () => {
  const pool = backgroundPool();
  await emptyLedger(pool);
  await keepZone(pool, "Asia/Kathmandu");
  const mark = nameHash(hashSecret((await openSampleSecret(null)).reveal()));
  const samples = makeSamples(new Date());
  // Some come twice, one of a known call is real, and one tells of a made-up person.
  await arrive(mark, [...samples, ...samples.slice(0, 5).map(change)]);
  const ofReal = samples.slice(7, 9).map((body) => body.replace(/sample_(\d\d)"/, 'real_$1"'));
  await arrive(real, [...ofReal, change(samples[20] ?? "")]);
  await arrive(mark, ["no JSON at all"]);
  await addUpAll(pool);
  expect(await count("recording")).toBe(sampleCount + 2);
  expect(await verifyCounts(pool)).toEqual([]);

  await closeSampleSecrets();
  const secrets = await listSampleSecrets("kept");
  expect(secrets.map((secret) => secret.mark)).toEqual([mark]);
  expect(await removeSamples(pool, secrets, AbortSignal.abort())).toBe(false);
  for (const again of [1, 2]) {
    expect(await removeSamples(pool, secrets, forEver), `time ${again}`).toBe(true);
    const left = await pool.query("SELECT id FROM recording ORDER BY id");
    expect(left.rows.map(({ id }) => id)).toEqual(["real_08", "real_09", "sample_21"]);
    // One made-up delivery stays, because what it told of is real.
    expect(await count("delivery")).toBe(4);
    expect(await count("delivery_body")).toBe(4);
    expect(await count("recording_delivery")).toBe(4);
    expect(await count("customer")).toBe(
      await count("(SELECT DISTINCT customer_id FROM recording) AS named"),
    );
    expect(await verifyCounts(pool)).toEqual([]);
    await addUpAll(pool);
    expect(await verifyCounts(pool)).toEqual([]);
  }
  await noteSamplesRemoved();
  expect(await listSampleSecrets("kept")).toEqual([]);
  expect((await listSampleSecrets("removed")).map((secret) => secret.mark)).toEqual([mark]);
});

function change(body: string): string {
  return body.replace('"status":"', '"status":"once more ');
}

async function count(table: string): Promise<number> {
  const { rows } = await backgroundPool().query(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0].count;
}

async function arrive(secretHash: string, bodies: string[]): Promise<void> {
  const entries = bodies.map((text) => {
    const acceptedSeq = acceptance.next();
    const body = Buffer.from(text);
    return {
      kind: "delivery" as const,
      acceptedSeq,
      deliveryId: toDeliveryId(acceptedSeq),
      body,
      bytes: body.length,
      declaredBytes: body.length,
      secretHash,
      remoteAddress: "192.0.2.1",
      sha256: createHash("sha256").update(body).digest("hex"),
      headers: [["content-type", "application/vnd.api+json"]] as [string, string][],
    };
  });
  await drainBatch(backgroundPool(), entries);
}
