import "server-only";
import { createHash } from "node:crypto";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import type { CallRecord } from "../record/call-record";
import { toDigits } from "../record/search-text";
import { toGaps, toYesMask, yesColumns } from "./answers";

/** What of a call is counted, and what is told of its customer. */
export type CountedCall = {
  id: string;
  /** When the call began, in microseconds since 1970, and in whole seconds, cut. */
  micros: bigint;
  second: number;
  status: string;
  campaign: string;
  gender: string;
  type: string;
  /** What of it is not known, as `toGaps` writes it. */
  gaps: string;
  minutes: number;
  /** Which answers are yes, as `toYesMask` numbers them. */
  yes: number;
  customerId: string;
  /** Changes with whatever a call says of its customer, and when. */
  told: string;
};

/** The calls of these ids as the ledger has them. */
export async function readCountedCalls(
  client: Transaction,
  ids: string[],
): Promise<Map<string, CountedCall>> {
  if (ids.length === 0) return new Map();
  const rows = await client.$queryRaw<CountedRow[]>`
    SELECT id, (extract(epoch FROM created_at) * 1000000)::bigint AS micros, status, campaign,
      customer_gender, customer_type, minutes_used, has_transcript, customer_is_confirmed, is_incomplete,
      customer_is_phone_number_correct, customer_id, customer_first_name, customer_last_name,
      phone_digits, customer_email
    FROM recording WHERE id = ANY(${toList(ids)}::text[])`;
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

type CountedRow = {
  id: string;
  micros: string;
  status: string;
  campaign: string | null;
  customer_gender: string;
  customer_type: string | null;
  minutes_used: number | null;
  has_transcript: boolean | null;
  customer_is_confirmed: boolean | null;
  customer_is_phone_number_correct: boolean | null;
  is_incomplete: boolean;
  customer_id: string;
  customer_first_name: string;
  customer_last_name: string;
  phone_digits: string;
  customer_email: string | null;
};

function fromRow(row: CountedRow): CountedCall {
  return toCounted({
    id: row.id,
    micros: BigInt(row.micros),
    status: row.status,
    campaign: row.campaign,
    customerGender: row.customer_gender,
    customerType: row.customer_type,
    minutesUsed: row.minutes_used,
    hasTranscript: row.has_transcript,
    customerIsConfirmed: row.customer_is_confirmed,
    customerIsPhoneNumberCorrect: row.customer_is_phone_number_correct,
    isIncomplete: row.is_incomplete,
    customerId: row.customer_id,
    customerFirstName: row.customer_first_name,
    customerLastName: row.customer_last_name,
    phoneDigits: row.phone_digits,
    customerEmail: row.customer_email,
  });
}

/** A record as the ledger is about to have it. @param createdAt where the record doesn't tell it itself */
export function toCountedCall(record: CallRecord, createdAt: Date): CountedCall {
  const at = record.createdAt ?? createdAt.toISOString();
  const [, decimals = ""] = /\.(\d+)Z$/.exec(at) ?? [];
  const seconds = Math.floor(Date.parse(at) / 1_000);
  return toCounted({
    ...record,
    micros: BigInt(seconds) * 1_000_000n + BigInt(decimals.padEnd(6, "0")),
    phoneDigits: toDigits(record.customerPhoneNumber),
    isIncomplete: record.problems.length > 0,
  });
}

type Told = Omit<
  CallRecord,
  | "createdAt"
  | "callSid"
  | "recordingAttachment"
  | "rosterAttachment"
  | "summary"
  | "extra"
  | "customerPhoneNumber"
  | "problems"
> & { /** Since 1970. */ micros: bigint; phoneDigits: string; isIncomplete: boolean };

function toCounted(call: Told): CountedCall {
  const answers = {
    transcript: call.hasTranscript,
    confirmed: call.customerIsConfirmed,
    phoneOk: call.customerIsPhoneNumberCorrect,
  };
  return {
    id: call.id,
    micros: call.micros,
    second: Number(call.micros / 1_000_000n) - (call.micros % 1_000_000n < 0n ? 1 : 0),
    status: call.status,
    campaign: call.campaign ?? "",
    gender: call.customerGender,
    type: call.customerType ?? "",
    gaps: toGaps(answers, call.isIncomplete),
    minutes: call.minutesUsed ?? 0,
    yes: toYesMask(answers),
    customerId: call.customerId,
    told: JSON.stringify([
      ...[String(call.micros), call.customerFirstName, call.customerLastName, call.phoneDigits],
      ...[call.customerEmail, call.customerGender, call.customerIsPhoneNumberCorrect],
    ]),
  };
}

/** What is added up of calls, as the columns of the rollups. */
export const sumColumns = ["calls", "minutes", ...yesColumns.slice(1)] as const;

/** What one call adds to each of these columns. */
export function sumsOf({ minutes, yes }: CountedCall): number[] {
  const sums = yesColumns.map((_, mask) => ((yes & mask) === mask ? 1 : 0));
  return [1, minutes, ...sums.slice(1)];
}

/** Where a zone's day may begin: at a quarter of an hour, and before 2012 at any second. */
const quarterSeconds = 900;
const quartersSince = Date.UTC(2012, 0, 1) / 1_000;

/** The beginning of the quarter in which a call is counted, in seconds since 1970. */
export function quarterOf(second: number): number {
  return second < quartersSince ? second : Math.floor(second / quarterSeconds) * quarterSeconds;
}

/** The same in SQL, of a column of instants. */
export function quarterSql(column: string): string {
  return `CASE WHEN ${column} < '2012-01-01Z' THEN date_trunc('second', ${column})
    ELSE date_bin('15 minutes', ${column}, '2012-01-01Z') END`;
}

/** The key of what a call is counted by. */
export function keyOf({ status, campaign, gender, type, gaps }: Counted): string {
  return hash([status, campaign, gender, type, ...(gaps === "" ? [] : [gaps])]);
}

/** The keys of what it is counted by more broadly. */
export function broadKeysOf({ status, campaign, gender, type, gaps }: Counted) {
  return {
    byCampaign: hash([status, campaign, gaps]),
    byPerson: hash([status, gender, type, gaps]),
  };
}

type Counted = Pick<CountedCall, "status" | "campaign" | "gender" | "type" | "gaps">;

function hash(values: string[]): string {
  const told = values.map((one) => `${Buffer.byteLength(one)}:${one}`);
  return String(createHash("sha256").update(told.join("")).digest().readBigInt64BE());
}

/** The same in SQL, of columns of these names. */
export const keysSql = {
  key: hashSql(
    `${["status", "campaign", "gender", "type"].map(tellSql).join(" || ")}
     || CASE gaps WHEN '' THEN '' ELSE ${tellSql("gaps")} END`,
  ),
  byCampaign: hashSql(["status", "campaign", "gaps"].map(tellSql).join(" || ")),
  byPerson: hashSql(["status", "gender", "type", "gaps"].map(tellSql).join(" || ")),
};

function tellSql(column: string): string {
  return `octet_length(${column}) || ':' || ${column}`;
}

function hashSql(told: string): string {
  const hashed = `encode(sha256(convert_to(${told}, 'UTF8')), 'hex')`;
  return `('x' || left(${hashed}, 16))::bit(64)::bigint`;
}
