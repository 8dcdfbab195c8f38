import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";
import { isMissing, partsName, silentMs, youngMs } from "./sound-folder";

type Place = { Bucket: string; Key: string };

/** A multipart upload, by which the bucket holds parts that are no object yet. */
type Upload = Place & { UploadId: string };

/** What is no larger goes there by one request, of which nothing stays if it breaks off. */
const partBytes = 8 * 1024 ** 2;

/** Sends a file, which is there as a whole or not at all. */
export async function uploadFile(
  client: S3Client,
  place: Place,
  { path, bytes }: { path: string; bytes: number },
  folder: string,
): Promise<void> {
  const { PutObjectCommand } = await import("@aws-sdk/client-s3");
  if (bytes > partBytes) return uploadInParts(client, place, { path, bytes }, folder);
  const Body = await readFile(path);
  await client.send(new PutObjectCommand({ ...place, Body }));
}

/**
 * The upload is noted in `folder` before its first part is sent, for whoever has to end it if this process
 * is killed.
 */
async function uploadInParts(
  client: S3Client,
  place: Place,
  { path, bytes }: { path: string; bytes: number },
  folder: string,
): Promise<void> {
  const { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } =
    await import("@aws-sdk/client-s3");
  const file = await open(path, "r");
  try {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
    if (!UploadId) throw new Error("the store began no upload");
    const upload = { ...place, UploadId };
    const note = await noteUpload(upload, folder);
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      for (let at = 0; at < bytes; at += partBytes) {
        const Body = Buffer.alloc(Math.min(partBytes, bytes - at));
        const { bytesRead } = await file.read(Body, 0, Body.length, at);
        if (bytesRead < Body.length) throw new Error("a file is shorter than it was");
        const PartNumber = Parts.length + 1;
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
        Parts.push({ PartNumber, ETag });
      }
      const MultipartUpload = { Parts };
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }));
      await note.remove();
    } catch (error) {
      // What can't be ended now stays noted.
      await endUpload(client, upload).then(note.remove, note.leave);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** Among the files of `parts`. */
export const isNote = (name: string) => name.endsWith(".upload");

async function noteUpload(upload: Upload, folder: string) {
  const parts = join(folder, partsName);
  await mkdir(parts, { recursive: true, mode: 0o700 });
  const path = join(parts, `${randomUUID()}.upload`);
  await writeFile(path, JSON.stringify(upload), { mode: 0o600, flush: true });
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, silentMs / 4);
  beat.unref();
  return {
    leave: () => clearInterval(beat),
    remove: async () => {
      clearInterval(beat);
      await rm(path, { force: true });
    },
  };
}

/** Idempotent. */
async function endUpload(client: S3Client, upload: Upload): Promise<void> {
  const { AbortMultipartUploadCommand } = await import("@aws-sdk/client-s3");
  try {
    await client.send(new AbortMultipartUploadCommand(upload));
  } catch (error) {
    if (!(error instanceof Error && error.name === "NoSuchUpload")) throw error;
  }
}

/**
 * Ends the uploads of processes that died. What can't be ended is tried again, for a month.
 * @returns how many went
 * @throws what hindered one of them, when the others are through
 */
export async function endStaleUploads(connect: () => Promise<S3Client>, folder: string) {
  let ended = 0;
  let hindrance: { error: unknown } | undefined;
  for (const path of await listNotes(folder)) {
    const found = await stat(path).catch(() => null);
    const silent = found ? Date.now() - found.mtimeMs : 0;
    if (silent < silentMs) continue;
    try {
      const upload = readNote(await readFile(path, "utf8"));
      // A process that died while it wrote the note had sent no part.
      if (upload) await endUpload(await connect(), upload);
    } catch (error) {
      hindrance ??= { error };
      if (silent < youngMs) continue;
    }
    await rm(path, { force: true });
    ended += 1;
  }
  if (hindrance) throw hindrance.error;
  return ended;
}

async function listNotes(folder: string): Promise<string[]> {
  const parts = join(folder, partsName);
  const names = await readdir(parts).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.filter(isNote).map((name) => join(parts, name));
}

function readNote(text: string): Upload | null {
  try {
    const { Bucket, Key, UploadId }: Upload = JSON.parse(text);
    return Bucket && Key && UploadId ? { Bucket, Key, UploadId } : null;
  } catch {
    return null;
  }
}
