import { z } from "zod";
import {
  newParameterReader,
  readPlace,
  type UnreadParameter,
  writeSingle,
} from "@/lib/list/list-page";
import type { StoreOutcome } from "@/lib/recordings/record/call-record";
import { parseDay } from "@/lib/settings/calendar-day";
import type { Remark } from "../interpret/fields/member-reader";
import { maxSeq, toAcceptedSeq } from "../journal/sequence";

/** What a stored delivery can have become; one that waits in the journal isn't in the log yet. */
export const loggedOutcomeSchema = z.enum(["quarantined", "stored", "unchanged", "superseded"]);

/** Which deliveries are asked for; the log, its count and a re-reading all read this one. */
const deliveryFilterSchema = z.object({
  /** Any of these; none means all. */
  outcomes: z.array(loggedOutcomeSchema),
  /** Days (YYYY-MM-DD) of acceptance in the viewer's zone, both included. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** First 12 hexadecimal digits of the SHA-256 of the secret that was used. */
  secret: z.string().nullable(),
  /** The sender's address. */
  address: z.string().nullable(),
  /** A recording that it carried. */
  recording: z.string().nullable(),
});

type LoggedOutcome = z.infer<typeof loggedOutcomeSchema>;
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>;

/**
 * One page of the log, newest first: the delivery that it starts after or ends before. Its id carries
 * its sequence, and tells it from another one of the same.
 */
export type DeliveryPage = { after: string | null; before: string | null; limit: number };
export type DeliveryQuery = { filter: DeliveryFilter; page: DeliveryPage };

export const emptyDeliveryFilter: DeliveryFilter = {
  outcomes: [],
  from: null,
  to: null,
  secret: null,
  address: null,
  recording: null,
};

export const quarantineFilter: DeliveryFilter = {
  ...emptyDeliveryFilter,
  outcomes: ["quarantined"],
};

export const firstDeliveryPage: DeliveryPage = { after: null, before: null, limit: 50 };

/** A number that is exact up to a limit. */
export type BoundedCount = { count: number; isMore: boolean };

/** Reads the log's URL. Never throws: what can't be read is left out and reported. */
export function parseDeliveryQuery(
  parameters: URLSearchParams,
): DeliveryQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const read = newParameterReader(parameters, unread);
  const filter: DeliveryFilter = {
    outcomes: parseOutcomes(parameters, unread),
    from: read("from", parseDay),
    to: read("to", parseDay),
    secret: read("secret", (value) => (/^[0-9a-f]{12}$/.test(value) ? value : undefined)),
    address: read("address", parseText),
    recording: read("recording", parseText),
  };
  const page = readPlace(read, parseDeliveryId, firstDeliveryPage.limit);
  return { filter, page, unread };
}

/** The inverse of `parseDeliveryQuery`: what equals a default is left out. */
export function writeDeliveryQuery({ filter, page }: DeliveryQuery): URLSearchParams {
  const parameters = new URLSearchParams(
    filter.outcomes.map((outcome): [string, string] => ["outcome", outcome]),
  );
  return writeSingle(parameters, [
    ["from", filter.from],
    ["to", filter.to],
    ["secret", filter.secret],
    ["address", filter.address],
    ["recording", filter.recording],
    ["after", page.after],
    ["before", page.before],
    ["limit", page.limit === firstDeliveryPage.limit ? null : page.limit],
  ]);
}

/** In the order of the schema, so that one set has one address. */
function parseOutcomes(parameters: URLSearchParams, unread: UnreadParameter[]): LoggedOutcome[] {
  const chosen = new Set<LoggedOutcome>();
  for (const value of parameters.getAll("outcome")) {
    const { data } = loggedOutcomeSchema.safeParse(value);
    if (data) chosen.add(data);
    else if (value !== "") unread.push({ parameter: "outcome", value });
  }
  return loggedOutcomeSchema.options.filter((outcome) => chosen.has(outcome));
}

/** PostgreSQL holds neither NUL nor lone surrogates, so nothing stored can match them. */
function parseText(value: string): string | undefined {
  const text = value.trim();
  const isReadable = text !== "" && !text.includes("\0") && text.isWellFormed();
  return isReadable && text.length <= maxTextLength ? text : undefined;
}

const maxTextLength = 1_024;

function parseDeliveryId(value: string): string | undefined {
  const seq = toAcceptedSeq(value);
  return seq !== undefined && seq <= maxSeq ? value : undefined;
}

/**
 * Strangers' text, safe to look at: what would be invisible or turn the text around it (controls,
 * directions, halves of pairs, zero widths) is written as its code, line breaks and tabs aside.
 */
export function toVisibleText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
}

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A body that could not be read at all is kept as one record without an id and without a place. */
export function isWholeBody({ recordingId, problems }: RecordOutcome): boolean {
  return recordingId === null && problems[0]?.path === "";
}

/** What became of one record of a delivery; kept with the delivery as JSON. */
export type RecordOutcome = {
  recordingId: string | null;
  outcome: StoreOutcome | "quarantined";
  problems: Remark[];
  notices: Remark[];
};
