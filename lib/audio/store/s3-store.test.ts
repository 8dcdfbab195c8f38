import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { diskStore, SoundPart } from "./disk-store";
import { openS3Store } from "./s3-store";
import { noteEnding } from "./sound-folder";
import type { SoundStore } from "./sound-store";
import { proxyTo, startS3Server, uploadsOf } from "./test-s3-server";

let server: Awaited<ReturnType<typeof startS3Server>>;
let lax: typeof server;
let folder: string;

beforeAll(async () => {
  server = await startS3Server();
  lax = await startS3Server({ isLax: true });
  folder = await mkdtemp(join(tmpdir(), "earshot-parts-"));
});
afterAll(async () => {
  await Promise.all([server.stop(), lax.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const mebibyte = 1024 ** 2;
/** Nobody listens there. */
const nowhere = "http://127.0.0.1:9";
const stores: [string, () => SoundStore][] = [
  ["disk", () => diskStore(join(folder, "kept"))],
  ["S3", () => openS3Store(server.settings, folder)],
];

async function keep(store: SoundStore, content: Buffer): Promise<Buffer> {
  const part = await SoundPart.create(join(folder, "kept"));
  await part.write(content);
  const sha256 = await part.keep(store);
  await part.discard();
  return sha256;
}

async function readPart(store: SoundStore, sha256: Uint8Array, first: number, length: number) {
  const file = await store.open(sha256);
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await file?.stream(first, length)) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each(stores)("%s: a file is kept under its hash, and any part of it read", async (_, open) => {
  const store = open();
  // More than two parts of a multipart upload.
  const content = randomBytes(20 * mebibyte + 17);
  const sha256 = await keep(store, content);
  expect(sha256.equals(createHash("sha256").update(content).digest())).toBe(true);
  const opened = await store.open(sha256);
  expect(opened?.size).toBe(content.length);
  await opened?.close();
  for (const [first, length] of [
    [0, 2],
    [8 * mebibyte - 1, 2],
    [content.length - 5, 5],
    [0, content.length],
  ] as const) {
    const part = await readPart(store, sha256, first, length);
    expect(part.equals(content.subarray(first, first + length))).toBe(true);
  }
  expect(await store.prove(sha256)).toBe("proved");
  expect((await store.withFile(sha256, (path) => readFile(path))).equals(content)).toBe(true);
  expect(await readdir(join(folder, "kept", "parts"))).toEqual([]);
});

test.each(stores)("%s: what isn't there is said to be missing", async (_, open) => {
  const store = open();
  const nobody = Buffer.alloc(32, 1);
  expect(await store.open(nobody)).toBeNull();
  expect(await store.prove(nobody)).toBe("missing");
  await expect(store.withFile(nobody, async () => undefined)).rejects.toMatchObject({
    code: "ENOENT",
  });
});

test.each(stores)("%s: a reader that goes away is let go of", async (_, open) => {
  const store = open();
  const content = randomBytes(4 * mebibyte);
  const sha256 = await keep(store, content);
  const file = await store.open(sha256);
  const reader = (await file?.stream(0, content.length))?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect((await readPart(store, sha256, 0, 10)).equals(content.subarray(0, 10))).toBe(true);
});

test.each(stores)("%s: a file is removed or set aside, as often as one asks", async (_, open) => {
  const store = open();
  const [gone, whole] = [await keep(store, randomBytes(20)), await keep(store, randomBytes(21))];
  const aside = randomBytes(32);
  const path = join(folder, "damaged-part");
  await writeFile(path, "damaged");
  await store.take({ path, bytes: 7 }, aside);
  for (let time = 1; time <= 2; time++) {
    await store.remove(gone);
    expect(await store.setAside(aside)).toBe(false);
    expect([await store.prove(gone), await store.prove(aside)]).toEqual(["missing", "missing"]);
    // It came while the damaged one was read.
    expect(await store.setAside(whole)).toBe(true);
    expect(await store.prove(whole)).toBe("proved");
  }
});

test.each(["put there as it is", "damaged where it lies"])(
  "S3: a whole file that comes while one that was %s is judged stays",
  async (way) => {
    const content = randomBytes(1_000);
    const part = join(folder, "whole-part");
    const store = openS3Store(server.settings, folder);
    const putBack = async () => {
      await writeFile(part, content);
      await store.take({ path: part, bytes: content.length }, sha256);
    };
    const sha256 = await keep(store, content);
    if (way === "damaged where it lies") {
      // Its ETag stays what it was.
      const path = await findObject(sha256);
      await writeFile(path, "damaged");
      await age(path, 1);
    } else {
      await writeFile(part, "damaged");
      await store.take({ path: part, bytes: 7 }, sha256);
    }
    let judged = 0;
    const proxy = await proxyTo(server.settings.AWS_ENDPOINT_URL_S3, async (asked) => {
      if (/^GET .*\/damaged\//.test(asked) && ++judged === 1) await putBack();
    });
    const slow = openS3Store({ ...server.settings, AWS_ENDPOINT_URL_S3: proxy.url }, folder);
    expect(await slow.setAside(sha256)).toBe(true);
    expect(judged).toBe(2);
    expect(await store.prove(sha256)).toBe("proved");
    proxy.close();
  },
);

test.each(["disk", "S3"])("%s: files that nobody claims go after a month", async (name) => {
  const isDisk = name === "disk";
  const store = isDisk ? diskStore(join(folder, "kept")) : openS3Store(lax.settings, folder);
  const [claimed, unclaimed] = [
    await keep(store, randomBytes(10)),
    await keep(store, randomBytes(11)),
  ];
  const list = async (hashes: Buffer[]) => hashes.filter((hash) => hash.equals(claimed));
  expect(await store.removeUnclaimed(list, new Date())).toBe(0);
  await age(isDisk ? join(folder, "kept") : lax.directory, 31);
  expect(await store.removeUnclaimed(list, new Date())).toBeGreaterThanOrEqual(1);
  expect([await store.prove(claimed), await store.prove(unclaimed)]).toEqual(["proved", "missing"]);
});

test("what is there already is not sent again, and a changed object is found", async () => {
  const store = openS3Store(server.settings, folder);
  const content = randomBytes(100);
  const sha256 = await keep(store, content);
  const before = await listObjects();
  await keep(store, content);
  expect(await listObjects()).toEqual(before);
  await writeFile(await findObject(sha256), "something else");
  expect(await store.prove(sha256)).toBe("changed");
});

test("what breaks off in the middle of its parts leaves none of them", async () => {
  const proxy = await proxyTo(server.settings.AWS_ENDPOINT_URL_S3, async (asked) => {
    if (asked.includes("partNumber=2")) throw new Error("gone");
  });
  const { url: endpoint } = proxy;
  const broken = openS3Store({ ...server.settings, AWS_ENDPOINT_URL_S3: endpoint }, folder);
  await expect(keep(broken, randomBytes(20 * mebibyte))).rejects.toThrow();
  expect(await readdir(uploadsOf(server.directory))).toEqual([]);
  // It is ended once more: a part that was given up here may have arrived there since.
  const notes = async () =>
    (await readdir(join(folder, "parts"))).filter((name) => name.endsWith(noteEnding));
  expect(await notes()).toHaveLength(1);
  const store = openS3Store({ ...server.settings, AWS_ENDPOINT_URL_S3: endpoint }, folder);
  for (const name of await notes()) await age(join(folder, "parts", name), 1);
  expect(await store.removeStale(new Date())).toBe(1);
  expect(await notes()).toEqual([]);
  proxy.close();
});

test("an upload that can't be ended is tried again, for a month", async () => {
  const parts = join(folder, "parts");
  await mkdir(parts, { recursive: true });
  const [theirs, cut, fresh] = ["theirs.upload", "cut.upload", "fresh.upload"] as const;
  const upload = { Bucket: "nobody-s", Key: "a", UploadId: "b", endpoint: nowhere };
  await writeFile(join(parts, theirs), JSON.stringify(upload));
  await writeFile(join(parts, cut), JSON.stringify(upload).slice(0, 20));
  await writeFile(join(parts, fresh), JSON.stringify(upload));
  const notes = async () =>
    (await readdir(parts)).filter((name) => name.endsWith(noteEnding)).toSorted();
  for (const name of [theirs, cut]) await age(join(parts, name), 1);
  const store = openS3Store({ ...server.settings, AWS_ENDPOINT_URL_S3: nowhere }, folder);
  await expect(store.removeStale(new Date())).rejects.toThrow();
  expect(await notes()).toEqual([fresh, theirs]);
  await age(join(parts, theirs), 31);
  await expect(store.removeStale(new Date())).rejects.toThrow();
  expect(await notes()).toEqual([fresh]);
  expect(await store.removeStale(new Date())).toBe(0);
  await rm(join(parts, fresh));
});

test("a wrong key is refused, and no key is told", async () => {
  const canary = "canary-5d1e";
  const settings = { ...server.settings, AWS_SECRET_ACCESS_KEY: new Secret(canary) };
  const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const error: unknown = await keep(openS3Store(settings, folder), randomBytes(9)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(JSON.stringify([error, String(error), said.mock.calls])).not.toContain(canary);
});

async function listObjects(): Promise<string[]> {
  const all = await readdir(server.directory, { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function findObject(sha256: Buffer): Promise<string> {
  const name = sha256.toString("hex").slice(2);
  const found = (await listObjects()).find((path) => path.includes(name) && !/json|md5/.test(path));
  if (!found) throw new Error("the server keeps no such object");
  return found;
}

/** As the server tells it: by the times of its files. */
async function age(within: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * 24 * 3_600_000);
  if ((await stat(within)).isFile()) return utimes(within, at, at);
  const all = await readdir(within, { recursive: true, withFileTypes: true });
  for (const one of all) if (one.isFile()) await utimes(join(one.parentPath, one.name), at, at);
}
