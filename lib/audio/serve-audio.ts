import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseIdParameter } from "@/lib/list/id-segment";
import { env } from "@/lib/platform/settings/env";
import { readTimeZone } from "@/lib/settings/time-zone";
import {
  decideAudio,
  type FoundSound,
  findSound,
  type KeptPart,
  readVersion,
} from "./open-attachment";
import { openShared } from "./store/disk-store";

/**
 * Sends a recording's kept sound over a bare server, as `openAudio` answers it over a route, with less
 * between the disk and the connection. Whoever asks by `earshot-file: name` gets a file's head, with its
 * hash instead of its bytes, and has leave to send them as long as the answer is open.
 * "elsewhere": nothing was answered; the route knows what to do. Holds no gate.
 */
export async function serveAudio(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<"answered" | "elsewhere"> {
  const recordingId = readRecordingId(request);
  if (recordingId === null) return "elsewhere";
  const { method = "", url = "", headers } = request;
  const asked = {
    method,
    url: `http://localhost${url}`,
    headers: { get: (name: string) => headers[name]?.toString() ?? null },
  };
  const version = readVersion(asked);
  const sound = await findAgain(recordingId, version, readTimeZone(headers.cookie));
  if (sound && !sound.file) return "elsewhere";
  const answer = await decideAudio(sound, asked, openShared);
  if (answer === "elsewhere") return answer;
  const { body } = answer;
  const part = typeof body === "string" ? null : body;
  if (response.destroyed) {
    await part?.sound.close();
    return "answered";
  }
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  // It is for Next alone.
  response.removeHeader("Earshot-Content-Length");
  if (typeof body === "string") response.setHeader("Content-Length", Buffer.byteLength(body));
  const hash = part && sendsItself(request) && sound?.file?.sha256;
  if (hash) {
    const { sound, first } = part;
    await sound.close();
    response.setHeader(
      "Earshot-File",
      `${Buffer.from(hash).toString("hex")} ${first} ${sound.size}`,
    );
    response.writeHead(answer.status).flushHeaders();
    // It has sent all of it, and says so by the one byte of its body.
    request.once("end", () => response.end()).resume();
    return "answered";
  }
  response.writeHead(answer.status);
  if (part) await sendPart(response, part);
  else response.end(method === "HEAD" ? "" : body);
  return "answered";
}

/** The gateway, which has the same disk. */
function sendsItself({ headers }: IncomingMessage): boolean {
  return headers["earshot-file"] === "name";
}

/** Null: it isn't of this form, or nothing that is kept on a disk of this machine can be meant. */
function readRecordingId(request: IncomingMessage): string | null {
  const { method, url = "", headers } = request;
  const isReading = method === "GET" || method === "HEAD";
  const hasBody =
    headers["transfer-encoding"] !== undefined ||
    (Number(headers["content-length"]) > 0 && !sendsItself(request));
  const [, segment = ""] = soundPath.exec(url) ?? [];
  // Next reads these in ways of its own.
  if (!segment || /%25|^(?:\.|%2e){1,2}$/i.test(segment)) return null;
  if (!isReading || hasBody || env().AUDIO_STORE === "s3") return null;
  try {
    return parseIdParameter(decodeURIComponent(segment));
  } catch {
    return null;
  }
}

/** The ZIP of all that a filter finds is no recording's. */
const soundPath = /^\/api\/recordings\/(?!export\/)([^/?#\\]+)\/audio(?:\?|$)/;

const found = new Map<string, { sound: Promise<FoundSound | null>; sinceMs: number }>();
/** Whoever seeks asks for the same file again and again; what the ledger says of it is so old at most. */
const foundMs = 500;
const mostFound = 500;

function findAgain(...asked: Parameters<typeof findSound>): Promise<FoundSound | null> {
  const key = JSON.stringify(asked);
  const nowMs = performance.now();
  const known = found.get(key);
  if (known && nowMs - known.sinceMs < foundMs) return known.sound;
  found.delete(key);
  const sound = findSound(...asked);
  found.set(key, { sound, sinceMs: nowMs });
  sound.catch(() => found.delete(key));
  // The oldest stand first.
  if (found.size > mostFound) found.delete(found.keys().next().value ?? "");
  return sound;
}

/** Resolves when all is sent or nobody takes any more; breaks off when the file is shorter than it was. */
async function sendPart(
  response: ServerResponse,
  { sound, first, length }: KeptPart,
): Promise<void> {
  const buffer = buffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  let goOn = () => {};
  response.once("close", () => goOn());
  try {
    const end = first + length;
    for (let at = first; at < end && !response.destroyed; ) {
      const chunk = buffer.subarray(0, Math.min(chunkBytes, end - at));
      const bytes = (await sound.read?.(() => chunk, at)) ?? 0;
      if (bytes === 0) throw new Error("a kept file is shorter than it was");
      at += bytes;
      // Taken by the connection, its memory may be filled anew.
      await new Promise<void>((resolve) => {
        goOn = resolve;
        response.write(chunk.subarray(0, bytes), () => resolve());
      });
    }
    response.end();
  } finally {
    if (!response.destroyed && buffers.length < mostBuffers) buffers.push(buffer);
    await sound.close();
  }
}

/** Large enough that trips to the disk are few, small enough for many listeners at once. */
const chunkBytes = 512 * 1024;
/** Filled again and again: 50 listeners leave nothing to collect. */
const buffers: Buffer[] = [];
const mostBuffers = 64;
