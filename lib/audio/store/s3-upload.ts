import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";
import { holdWhile } from "@/lib/ops/task-lease";
import { isMissing, listNotes, noteEnding, partsName, silentMs, timeBefore } from "./sound-folder";

/** A client, and the library that it is of, which is loaded at first use. */
export type S3 = { client: S3Client; sdk: typeof import("@aws-sdk/client-s3") };

type Place = { Bucket: string; Key: string };

/** A multipart upload, by which the bucket holds parts that are no object yet; with its server. */
type Upload = Place & { UploadId: string; endpoint: string };
/** `endpoint`: '' is Amazon's. `folder`: where uploads are noted. */
type Site = { endpoint: string; folder: string };

/** What is no larger goes there by one request, of which nothing stays if it breaks off. */
const partBytes = 8 * 1024 ** 2;

/** Sends a file, which is there as a whole or not at all. */
export async function uploadFile(
  s3: S3,
  place: Place,
  { path, bytes }: { path: string; bytes: number },
  site: Site,
): Promise<void> {
  if (bytes > partBytes) return uploadInParts(s3, place, { path, bytes }, site);
  const Body = await readFile(path);
  await s3.client.send(new s3.sdk.PutObjectCommand({ ...place, Body }));
}

/**
 * The upload is noted before its first part is sent, for whoever has to end it if this process is killed.
 */
async function uploadInParts(
  { client, sdk }: S3,
  place: Place,
  { path, bytes }: { path: string; bytes: number },
  { endpoint, folder }: Site,
): Promise<void> {
  const file = await open(path, "r");
  try {
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(place));
    if (!UploadId) throw new Error("the store began no upload");
    const upload = { ...place, UploadId, endpoint };
    try {
      const note = await noteUpload(upload, folder);
      await holdWhile({ renew: () => touch(note), everyMs: silentMs / 4 }, async () => {
        const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
        for (let at = 0; at < bytes; at += partBytes) {
          const Body = Buffer.alloc(Math.min(partBytes, bytes - at));
          const { bytesRead } = await file.read(Body, 0, Body.length, at);
          if (bytesRead < Body.length) throw new Error("a file is shorter than it was");
          const PartNumber = Parts.length + 1;
          const { ETag } = await client.send(
            new sdk.UploadPartCommand({ ...place, UploadId, PartNumber, Body }),
          );
          Parts.push({ PartNumber, ETag });
        }
        const MultipartUpload = { Parts };
        await client.send(
          new sdk.CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload }),
        );
      });
      await rm(note, { force: true });
    } catch (error) {
      // It stays noted and is ended once more later: a part that was given up here may still arrive there.
      await endUpload({ client, sdk }, upload).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** @returns the note's path; who wrote it lives as long as it is touched */
async function noteUpload(upload: Upload, folder: string): Promise<string> {
  const parts = join(folder, partsName);
  await mkdir(parts, { recursive: true, mode: 0o700 });
  const path = join(parts, `${randomUUID()}${noteEnding}`);
  await writeFile(path, JSON.stringify(upload), { mode: 0o600, flush: true });
  return path;
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now);
}

/** Idempotent. */
async function endUpload({ client, sdk }: S3, { Bucket, Key, UploadId }: Upload): Promise<void> {
  try {
    await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  } catch (error) {
    if (!(error instanceof Error && error.name === "NoSuchUpload")) throw error;
  }
}

/**
 * Ends the uploads of processes that died. What can't be ended stays noted, and is tried again.
 * @returns how many went
 * @throws what hindered one of them, when the others are through
 */
export async function endStaleUploads(
  connect: () => Promise<S3>,
  { endpoint, folder }: Site,
  now: Date,
): Promise<number> {
  let ended = 0;
  let hindrance: { error: unknown } | undefined;
  for (const path of await listNotes(folder)) {
    const found = await stat(path).catch(() => null);
    if (!found || found.mtime > timeBefore(now, silentMs)) continue;
    try {
      const upload = readNote(await readFile(path, "utf8"));
      // A process that died while it wrote the note had sent no part.
      if (upload && upload.endpoint !== endpoint) continue;
      if (upload) await endUpload(await connect(), upload);
    } catch (error) {
      // Another process has been faster.
      if (isMissing(error)) continue;
      hindrance ??= { error };
      continue;
    }
    await rm(path, { force: true });
    ended += 1;
  }
  if (hindrance) throw hindrance.error;
  return ended;
}

function readNote(text: string): Upload | null {
  try {
    const { Bucket, Key, UploadId, endpoint }: Upload = JSON.parse(text);
    return Bucket && Key && UploadId ? { Bucket, Key, UploadId, endpoint } : null;
  } catch {
    return null;
  }
}
