import { createHash } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SentLedger } from "../ledger/sent-ledger";
import { type WireRequest, wireRequests } from "./wire-requests";

/**
 * Sends requests that no HTTP library would write, all at once. What is acknowledged of them goes
 * into the ledger. @returns those that were answered otherwise than the interface says.
 */
export async function sendHostileRequests(webhookUrl: string, ledger: SentLedger) {
  const requests = wireRequests(new URL(webhookUrl).pathname);
  const faults = await Promise.all(requests.map((request) => sendOne(request, webhookUrl, ledger)));
  return { sent: requests.length, faults: faults.filter((fault) => fault !== null) };
}

async function sendOne(
  request: WireRequest,
  webhookUrl: string,
  ledger: SentLedger,
): Promise<string | null> {
  const { status, text } = await exchange(webhookUrl, request);
  const deliveryId = /"deliveryId":"([^"]+)"/.exec(text)?.[1];
  if (request.body !== undefined) {
    const sha256 = createHash("sha256").update(request.body).digest("hex");
    const acks = deliveryId ? [{ deliveryId, atMs: Date.now() }] : [];
    ledger.add({ sha256, attempts: 1, acks, recordingId: null });
  }
  if (request.expected.includes(status)) return null;
  return `${request.name}: answered ${status}, expected ${request.expected.join(" or ")}`;
}

/** Writes the parts as they are and reads the first answer; "closed" when there is none in time. */
export function exchange(
  url: string,
  { parts, pauseMs = 0, isEnded = false }: WireRequest,
  timeoutMs = 45_000,
): Promise<{ status: number | "closed"; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      const text = Buffer.concat(chunks).toString("latin1");
      // An answer may announce another one (100 Continue) before the one that counts.
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code));
      resolve({ status: statuses.find((status) => status >= 200) ?? "closed", text });
    };
    socket.setTimeout(timeoutMs, finish);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks).toString("latin1"))) finish();
    });
    socket.once("error", finish);
    socket.once("end", finish);
    socket.once("connect", async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        socket.write(part);
        if (pauseMs > 0) await sleep(pauseMs);
      }
      if (isEnded) socket.end();
    });
  });
}

/** True once the last answer has its whole head and body. */
function isWhole(text: string): boolean {
  const [head = "", ...rest] = text
    .replace(/^HTTP\/1\.1 1\d\d[\s\S]*?\r\n\r\n/, "")
    .split("\r\n\r\n");
  if (rest.length === 0) return false;
  const body = rest.join("\r\n\r\n");
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return /^transfer-encoding: chunked/im.test(head) && body.endsWith("0\r\n\r\n");
}
