import "server-only";
import { Readable } from "node:stream";
import type { HeadObjectCommandOutput } from "@aws-sdk/client-s3";
import type { Env } from "@/lib/platform/settings/env";
import { hashOf, SoundPart } from "./disk-store";
import { endStaleUploads, type S3, uploadFile } from "./s3-upload";
import { asideName, type ListClaimed, removeStaleParts, timeBefore, youngMs } from "./sound-folder";
import type { SoundStore } from "./sound-store";

type S3Settings = Pick<
  Env,
  | "AUDIO_S3_BUCKET"
  | "AUDIO_S3_PREFIX"
  | "AWS_ENDPOINT_URL_S3"
  | "AWS_REGION"
  | "AWS_ACCESS_KEY_ID"
  | "AWS_SECRET_ACCESS_KEY"
  | "AWS_SESSION_TOKEN"
>;

/**
 * A bucket of S3 or of anything that speaks it, each file as the object `PREFIXab/cdef…`. The library is
 * loaded at first use. A file is written to `folder` before it goes there, and read from there when it
 * is measured.
 */
export function openS3Store(settings: S3Settings, folder: string): SoundStore {
  const { AUDIO_S3_BUCKET: Bucket = "", AUDIO_S3_PREFIX: prefix = "" } = settings;
  const site = { endpoint: settings.AWS_ENDPOINT_URL_S3 ?? "", folder };
  let connection: Promise<S3> | undefined;
  const connect = () => {
    connection ??= openS3(settings);
    return connection;
  };
  const at = (sha256: Uint8Array) => ({ Bucket, Key: prefix + toName(sha256) });

  const read = (sha256: Uint8Array, range?: string) => readKey(at(sha256).Key, range);
  const readKey = async (Key: string, range?: string): Promise<Readable | null> => {
    const { client, sdk } = await connect();
    const command = new sdk.GetObjectCommand({ Bucket, Key, Range: range });
    const answer = await orMissing(client.send(command));
    if (!answer) return null;
    if (!(answer.Body instanceof Readable)) throw new Error("the store sent no body");
    return answer.Body;
  };
  const headOf = async (sha256: Uint8Array) => {
    const { client, sdk } = await connect();
    return orMissing(client.send(new sdk.HeadObjectCommand(at(sha256))));
  };

  return {
    // One of this name that is there may have been damaged, or be about to go for want of a claim.
    take: async (file, sha256) => uploadFile(await connect(), at(sha256), file, site),
    open: async (sha256) => {
      const head = await headOf(sha256);
      if (!head) return null;
      return {
        size: head.ContentLength ?? 0,
        stream: async (first, length) => {
          const body = await read(sha256, `bytes=${first}-${first + length - 1}`);
          if (!body) throw new Error("a kept file is gone");
          return toWeb(body);
        },
        close: async () => undefined,
      };
    },
    withFile: async (sha256, use) => {
      const body = await read(sha256);
      if (!body) throw Object.assign(new Error("a kept file is gone"), { code: "ENOENT" });
      const part = await SoundPart.create(folder);
      try {
        for await (const chunk of body) await part.write(chunk);
        return await use(part.path);
      } finally {
        await part.discard();
      }
    },
    prove: async (sha256, pace) => {
      const body = await read(sha256);
      if (!body) return "missing";
      return (await hashOf(body, pace)).equals(sha256) ? "proved" : "changed";
    },
    remove: async (sha256) => {
      const { client, sdk } = await connect();
      await client.send(new sdk.DeleteObjectCommand(at(sha256)));
    },
    setAside: async (sha256, beside = (remove) => remove()) => {
      const s3 = await connect();
      const { client, sdk } = s3;
      const { Key } = at(sha256);
      const source = `${Bucket}/${Key.split("/").map(encodeURIComponent).join("/")}`;
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        const name = `${prefix}${asideName}/${Buffer.from(sha256).toString("hex")}-${Date.now()}`;
        const before = await headOf(sha256);
        const copy = new sdk.CopyObjectCommand({ Bucket, Key: name, CopySource: source });
        if (!before || !(await orMissing(client.send(copy)))) return false;
        // Only the copy can nobody put another one in the place of.
        const body = await readKey(name);
        const isWhole = body !== null && (await hashOf(body)).equals(sha256);
        if (isWhole) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: name }));
        if (isWhole) return true;
        if (await beside(() => removeUnchanged(s3, { Bucket, Key }, before))) return false;
      }
      throw new Error("a damaged file is put back again and again");
    },
    removeUnclaimed: async (listClaimed, now) =>
      removeUnclaimed(await connect(), { Bucket, prefix }, listClaimed, now),
    removeStale: async (now) => {
      let removed = 0;
      try {
        removed += await endStaleUploads(connect, site, now);
      } finally {
        removed += await removeStaleParts(folder, now);
      }
      return removed;
    },
  };
}

const mostAttempts = 5;

/** Both requests of it together take no longer. */
const removalMs = 5_000;

/**
 * Removes an object that nobody has put another one in the place of. Its time tells two apart that have
 * one ETag; the condition is for servers that know it, where nobody comes in between. Elsewhere another one
 * may go that came in between, but none that somebody has noted: see `Beside`.
 * @returns false: it is another one
 */
async function removeUnchanged(
  { client, sdk }: S3,
  object: { Bucket: string; Key: string },
  before: HeadObjectCommandOutput,
): Promise<boolean> {
  const within = { abortSignal: AbortSignal.timeout(removalMs) };
  const now = await orMissing(client.send(new sdk.HeadObjectCommand(object), within));
  if (!now) return true;
  const isSame =
    now.ETag === before.ETag && now.LastModified?.getTime() === before.LastModified?.getTime();
  if (!isSame) return false;
  try {
    const removal = new sdk.DeleteObjectCommand({ ...object, IfMatch: now.ETag });
    await orMissing(client.send(removal, within));
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "PreconditionFailed" || name === "ConditionalRequestConflict") return false;
    if (name !== "NotImplemented") throw error;
    await client.send(new sdk.DeleteObjectCommand(object), within);
  }
  return true;
}

function toName(sha256: Uint8Array): string {
  const name = Buffer.from(sha256).toString("hex");
  return `${name.slice(0, 2)}/${name.slice(2)}`;
}

/** Without keys of its own it finds those of the machine, as the SDK does. */
async function openS3(settings: S3Settings): Promise<S3> {
  const sdk = await import("@aws-sdk/client-s3");
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key, AWS_SESSION_TOKEN: token } = settings;
  const endpoint = settings.AWS_ENDPOINT_URL_S3;
  const client = new sdk.S3Client({
    region: settings.AWS_REGION,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(id && key
      ? {
          credentials: {
            accessKeyId: id.reveal(),
            secretAccessKey: key.reveal(),
            ...(token ? { sessionToken: token.reveal() } : {}),
          },
        }
      : {}),
    // What only some servers know is left out; files prove themselves by their hashes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    // Whoever listens and pauses holds a connection; a store that is silent holds none for long.
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: 1_000 },
      httpsAgent: { maxSockets: 1_000 },
    },
  });
  return { client, sdk };
}

/** Null: there is no such object. */
async function orMissing<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "NotFound" || name === "NoSuchKey") return null;
    throw error;
  }
}

/** Reads no further than it is read, and lets go of the connection when it is cancelled. */
function toWeb(body: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      cancel: () => {
        body.on("error", () => undefined).destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

async function removeUnclaimed(
  { client, sdk }: S3,
  { Bucket, prefix }: { Bucket: string; prefix: string },
  listClaimed: ListClaimed,
  now: Date,
): Promise<number> {
  let removed = 0;
  for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
    const old = (page.Contents ?? []).flatMap(({ Key, LastModified }) => {
      const [, beginning, rest] = /([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(Key ?? "") ?? [];
      if (!Key || !beginning || !rest || Key !== `${prefix}${beginning}/${rest}`) return [];
      const isOld = LastModified !== undefined && LastModified <= timeBefore(now, youngMs);
      return isOld ? [{ Key, hash: Buffer.from(beginning + rest, "hex") }] : [];
    });
    if (old.length === 0) continue;
    const claimed = await listClaimed(old.map(({ hash }) => hash));
    const names = new Set(claimed.map((hash) => hash.toString("hex")));
    for (const { Key, hash } of old) {
      if (names.has(hash.toString("hex"))) continue;
      // Somebody may have claimed it since.
      if ((await listClaimed([hash])).length > 0) continue;
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
      removed += 1;
    }
  }
  return removed;
}
