import { type JsonObject, makeCallRecord } from "./call-record";
import { fieldPaths, replaceAt } from "./hostile-bodies";
import { hostileValues, writeJson } from "./hostile-values";
import { envelopes, respell, spellings } from "./respell";
import { pick, type Random, seededRandom } from "./seeded-random";

/** Body number `n` of a seed: any envelope and spelling, wrong fields, and often broken bytes. */
export function makeGeneratedBody(seed: number, n: number): Buffer {
  const random = seededRandom(seed * 1_000_003 + n);
  const count = random() < 0.1 ? Math.floor(random() * 12) : 1;
  const records = Array.from({ length: count }, (_, at) => makeRecord(random, seed, n, at));
  const wrap = pick(random, Object.values(envelopes));
  const spell = pick(random, Object.values(spellings));
  const [only = {}] = records;
  const document = count === 1 ? wrap(only) : { data: records };
  const body = Buffer.from(writeJson(respell(document, spell)));
  return random() < 0.3 ? breakBytes(random, body) : body;
}

/** Ids repeat now and then, so that records meet others of the same recording. */
function makeRecord(random: Random, seed: number, n: number, at: number): JsonObject {
  const idNumber = random() < 0.2 ? Math.floor(n / 10) : n;
  let record = makeCallRecord(`generated-${seed}-${idNumber}-${at}`, n);
  for (let wrong = Math.floor(random() * 4); wrong > 0; wrong--) {
    const path = pick(random, fieldPaths(record));
    const [, value] = random() < 0.2 ? [] : pick(random, hostileValues);
    record = replaceAt(record, path, value);
  }
  if (random() < 0.3)
    record[`unknown_${Math.floor(random() * 100)}`] = pick(random, hostileValues)[1];
  return record;
}

function breakBytes(random: Random, body: Buffer): Buffer {
  const at = Math.floor(random() * body.length);
  const some = Buffer.from(Array.from({ length: 8 }, () => Math.floor(random() * 256)));
  return pick(random, [
    () => body.subarray(0, at),
    () => Buffer.concat([body.subarray(0, at), some, body.subarray(at)]),
    () => Buffer.concat([body.subarray(0, at), some, body.subarray(at + some.length)]),
    () => Buffer.concat([body.subarray(0, at), body.subarray(at + 20)]),
    () => Buffer.concat([body, body.subarray(at)]),
  ])();
}
