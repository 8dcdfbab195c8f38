import "server-only";
import { cutText } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import type { Remark } from "../interpret/fields/member-reader";
import {
  type BodyEncoding,
  readBeginning,
  readText,
  TooLongBody,
  UnreadableBody,
} from "../interpret/json/read-text";
import type { JournalEntry } from "../journal/journal";
import { journal } from "../journal/open-journal";
import { acceptedAtOf, toAcceptedSeq } from "../journal/sequence";
import { getWrongSecrets } from "../secrets/check/wrong-secret-tally";
import { findSecretName, listSampleSecrets } from "../secrets/store";
import { unpackBody } from "../store/packed-body";
import { type DeliveryKey, toDeliveryKey } from "../store/sql";
import { type RecordOutcome, toVisibleText } from "../views/delivery-log";
import type { ContactNewsView } from "../views/live-views";
import type {
  BodyDropView,
  BodyTextView,
  DeliveryDetailsView,
  DeliveryRecordView,
} from "../views/views";
import { readFirstRecords } from "./sql";

/** A delivery as `GET /api/deliveries/{id}` shows it. */
type DeliveryView = {
  id: string;
  /** ISO 8601 in UTC. */
  acceptedAt: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  outcome: "pending" | RecordOutcome["outcome"];
  records: RecordOutcome[];
};

/** Null: no such delivery. One that waits in the journal is `pending`. */
export function getDelivery(id: string): Promise<DeliveryView | null> {
  return find(id, getStored, (entry) => ({ ...toFacts(entry), records: [] }));
}

/** The exact bytes of a delivery; null: no such delivery, or its bytes are no longer kept. */
export function getDeliveryBody(id: string): Promise<Buffer<ArrayBuffer> | null> {
  return find(id, getStoredBody, ({ body }) => Buffer.from(body));
}

/** Null: no such delivery. One that waits in the journal is `pending`. */
export function getDeliveryDetails(id: string): Promise<DeliveryDetailsView | null> {
  return find(id, getStoredDetails, toWaitingDetails);
}

async function find<T>(
  id: string,
  inLedger: (id: string) => Promise<T | null>,
  read: (waiting: JournalEntry) => T | Promise<T>,
): Promise<T | null> {
  const acceptedSeq = toAcceptedSeq(id);
  const stored = await inLedger(id);
  if (stored || !acceptedSeq) return stored;
  const entry = await (await journal()).get(acceptedSeq);
  if (entry && entry.deliveryId === id && entry.kind === "delivery") return read(entry);
  // Leaving the journal, a delivery is in the ledger already: looking there again misses none.
  return inLedger(id);
}

function toFacts({ deliveryId: id, acceptedSeq, bytes, sha256 }: JournalEntry) {
  const acceptedAt = new Date(acceptedAtOf(acceptedSeq)).toISOString();
  return { id, acceptedAt, bytes, sha256, outcome: "pending" as const };
}

async function getStored(id: string): Promise<DeliveryView | null> {
  const key = toDeliveryKey(id);
  const stored = key && (await db().delivery.findUnique({ where: { id_acceptedOn: key } }));
  if (!stored) return null;
  return {
    id,
    acceptedAt: stored.acceptedAt.toISOString(),
    bytes: stored.bytes,
    sha256: Buffer.from(stored.sha256).toString("hex"),
    outcome: stored.outcome,
    // Written by insertDeliveries from this very type.
    records: stored.records as RecordOutcome[],
  };
}

async function getStoredBody(id: string): Promise<Buffer<ArrayBuffer> | null> {
  const key = toDeliveryKey(id);
  const stored = key && (await db().deliveryBody.findUnique({ where: { id_acceptedOn: key } }));
  return stored ? unpackBody(stored) : null;
}

async function getStoredDetails(id: string): Promise<DeliveryDetailsView | null> {
  const key = toDeliveryKey(id);
  if (!key) return null;
  const where = { where: { id_acceptedOn: key } };
  const [stored, told, kept] = await Promise.all([
    db().delivery.findUnique({ ...where, omit: { records: true } }),
    readRecords(key),
    db().deliveryBody.findUnique(where),
  ]);
  if (!stored || !told) return null;
  return {
    id,
    acceptedAt: stored.acceptedAt.toISOString(),
    outcome: stored.outcome,
    bytes: stored.bytes,
    sha256: Buffer.from(stored.sha256).toString("hex"),
    remoteAddress: stored.remoteAddress,
    secretHash: stored.secretHash,
    secretName: await findSecretName(stored.secretHash),
    rereadAt: stored.rereadAt?.toISOString() ?? null,
    ...told,
    // Written by this room from this very type.
    content: kept && toContent(kept.headers as [string, string][], unpackBody(kept)),
    bodyDrop: kept ? null : await getBodyDrop(id, stored.rereadAt),
  };
}

/** Null: the bytes of this delivery were not dropped under the retention. */
async function getBodyDrop(
  deliveryId: string,
  rereadAt: Date | null,
): Promise<BodyDropView | null> {
  const key = toDeliveryKey(deliveryId);
  if (!key) return null;
  const { acceptedOn } = key;
  // What was held back stays at first, and goes once it was read again and understood.
  const drops = await db().bodyDrop.findMany({
    where: { acceptedOn },
    orderBy: { droppedAt: "asc" },
  });
  const drop = drops.find(({ droppedAt }) => !rereadAt || droppedAt >= rereadAt) ?? drops.at(-1);
  return drop
    ? { droppedAt: drop.droppedAt.toISOString(), retentionDays: drop.retentionDays }
    : null;
}

/** The first delivery that is kept, null: none has ever come; and how many were refused for their secret. */
export async function findFirstDelivery(): Promise<ContactNewsView> {
  return {
    deliveryId: (await readFirst())?.id ?? null,
    wrongSecrets: getWrongSecrets()?.requests ?? 0,
  };
}

/** Rehearsals and samples are none. */
export async function readFirst() {
  const samples = (await listSampleSecrets("all")).map(({ mark }) => mark);
  return db().delivery.findFirst({
    where: { secretHash: { notIn: samples } },
    orderBy: { acceptedSeq: "asc" },
  });
}

async function toWaitingDetails(entry: JournalEntry): Promise<DeliveryDetailsView> {
  const { remoteAddress, secretHash } = entry;
  return {
    ...toFacts(entry),
    remoteAddress,
    secretHash,
    secretName: await findSecretName(secretHash),
    rereadAt: null,
    records: [],
    recordCount: 0,
    content: toContent(entry.headers, entry.body),
    bodyDrop: null,
  };
}

const mostRecords = 200;
/** On the whole page; each of at most so many characters. */
const mostRemarks = 300;
const mostCharacters = 300;

async function readRecords(key: DeliveryKey) {
  const row = await readFirstRecords(key, mostRecords);
  return row && { records: fitRemarks(row.first), recordCount: row.count };
}

function fitRemarks(records: RecordOutcome[]): DeliveryRecordView[] {
  let remaining = mostRemarks;
  const take = (remarks: Remark[]) => {
    const fitting = remarks.slice(0, remaining);
    remaining -= fitting.length;
    return fitting.map(({ path, message }) => ({
      path: cutRemark(path),
      message: cutRemark(message),
    }));
  };
  return records.map((record) => {
    const [problems, notices] = [take(record.problems), take(record.notices)];
    const all = record.problems.length + record.notices.length;
    return { ...record, problems, notices, moreRemarks: all - problems.length - notices.length };
  });
}

function cutRemark(text: string): string {
  const [beginning, rest] = cutText(text, mostCharacters);
  return rest ? `${beginning}…` : text;
}

function toContent(headers: [string, string][], body: Uint8Array) {
  return { headers, text: toBodyText(body, headers) };
}

/** The first 64 KiB of a body as a person can read them: decoded, JSON on lines of its own. */
export function toBodyText(body: Uint8Array, headers: [string, string][]): BodyTextView {
  const named = new Map(headers);
  const { text, unreadable } = decode(body, {
    contentType: named.get("content-type") ?? null,
    contentEncoding: named.get("content-encoding") ?? null,
  });
  const isCut = text.length > maxLength;
  const laidOut = isCut ? undefined : layOutJson(text);
  // What is invisible becomes several characters.
  const [visible, rest] = cutText(toVisibleText(laidOut ?? text.slice(0, maxLength)), maxVisible);
  return {
    text: visible,
    isCut: isCut || rest !== "",
    isLaidOut: laidOut !== undefined,
    unreadable,
  };
}

const maxLength = 64 * 1024;
const maxVisible = 200_000;

function decode(body: Uint8Array, encoding: BodyEncoding) {
  try {
    return { text: readText(body, encoding), unreadable: null };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    if (error instanceof TooLongBody)
      return { text: readBeginning(body, encoding), unreadable: null };
    const text = new TextDecoder().decode(body.subarray(0, 4 * maxLength));
    return { text, unreadable: error.message };
  }
}

/**
 * JSON with a line for each value: only white space outside of strings changes, so that repeated
 * keys and long numbers stay as they were written. Undefined for what is not JSON, is too deep or
 * would become too long.
 */
export function layOutJson(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  let depth = 0;
  let laidOut = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "}" || token === "]") {
      depth--;
      laidOut += laidOut.endsWith("{") || laidOut.endsWith("[") ? token : newLine(depth) + token;
      continue;
    }
    if (laidOut.endsWith("{") || laidOut.endsWith("[") || laidOut.endsWith(",")) {
      laidOut += newLine(depth);
    }
    if (token === "{" || token === "[") depth++;
    if (depth > maxDepth) return undefined;
    laidOut += token === ":" ? ": " : token;
    if (laidOut.length > maxLaidOutLength) return undefined;
  }
  return laidOut;
}

/** Beyond it there would be more white space than text. */
const maxLaidOutLength = 200_000;
const maxDepth = 64;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function newLine(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
