import { setImmediate as pause } from "node:timers/promises";
import { budgets } from "@/lib/platform/settings/budgets";
import {
  type Interpretation,
  interpretDelivery,
  interpretRecord,
  maxExtraCharacters,
  type Reading,
} from "./interpret-delivery";
import { toMembers } from "./json/members";
import {
  isJsonObject,
  type JsonObject,
  JsonStrings,
  type JsonValue,
  readJson,
  sanitizeJson,
} from "./json/read-json";
import { type BodyEncoding, readLongText, UnreadableBody } from "./json/read-text";
import { findLists, type TextList } from "./parse-body";
import { findRecords } from "./records/find-records";

/** A body that may hold very many records. */
export type OpenedBody = {
  /** It is one record, or several that don't stand in a list: its only part takes its whole memory. */
  isWhole: boolean;
  /**
   * What it means, in body order and in parts of at most `budgets.delivery.slice` records. A part is
   * read when it is asked for, and never for long without a pause.
   */
  parts: () => AsyncGenerator<Interpretation>;
};

type OpeningSteps = { readAtOnce: () => Interpretation; meanwhile: () => Promise<void> };

/**
 * Opens a body of any size. What can be said against the whole of it is found before the first of its
 * parts is given, between steps of a bounded time. Never rejects for what the body holds.
 * @param steps `readAtOnce` reads what is no list of records; `meanwhile` is called between two steps
 */
export async function openBody(
  body: Uint8Array,
  encoding: BodyEncoding,
  timeZone: string,
  {
    readAtOnce = () => interpretDelivery(body, encoding, timeZone),
    meanwhile = async () => undefined,
  }: Partial<OpeningSteps> = {},
): Promise<OpenedBody> {
  const rest = () => pause().then(meanwhile);
  try {
    const list = await openList(await readLongText(body, encoding), rest);
    if (list) return { isWhole: false, parts: () => readList(list, timeZone) };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    const problems = [{ path: "", message: error.message }];
    return { isWhole: false, parts: () => readWhole({ readings: [], problems }) };
  }
  return {
    isWhole: true,
    parts: () => readWhole(readAtOnce()),
  };
}

const { records: maxRecords, slice, atOnce } = budgets.delivery;

/** A list of records, and what stands around it, into which some of them can be put at a time. */
type OpenedList = TextList & { text: string; put: (items: JsonValue[]) => JsonValue };

async function openList(text: string, rest: () => Promise<void>): Promise<OpenedList | null> {
  const search = findLists(text);
  let step = search.next();
  for (; !step.done; step = search.next()) await rest();
  for (const found of step.value) {
    const put = openFrame(text, found);
    const list = put && { ...found, text, put };
    if (list && (await survey(list, rest))) return list;
  }
  return null;
}

/** Reads everything but the list; null where that doesn't tell how it would be read with it. */
function openFrame(text: string, { from, to, keys }: TextList): OpenedList["put"] | null {
  const last = keys.at(-1);
  if (last === undefined) return (items) => items;
  if (text.length - (to - from) > atOnce.bytes) return null;
  try {
    const frame = readJson(`${text.slice(0, from)}[]${text.slice(to)}`);
    let holder = frame;
    for (const key of keys.slice(0, -1))
      holder = isJsonObject(holder) ? (holder[key] ?? null) : null;
    if (!isJsonObject(holder) || !Array.isArray(holder[last])) return null;
    const around: JsonObject = holder;
    return (items) => {
      around[last] = items;
      return frame;
    };
  } catch (error) {
    if (error instanceof UnreadableBody) return null;
    throw error;
  }
}

/**
 * Whether the records of the body stand in this list. Looks through all of it, so that nothing is
 * stored of a body that is held back as a whole. @throws {UnreadableBody}
 */
async function survey(list: OpenedList, rest: () => Promise<void>): Promise<boolean> {
  const prefix = `${list.keys.join(".")}[`;
  let records = 0;
  let itemsBefore = 0;
  let characters = 0;
  for (const part of list.slices) {
    const items = parseItems(list, part, itemsBefore);
    if (itemsBefore === 0) {
      const first = findRecords(list.put(items));
      if (!first.every(({ path }) => path.startsWith(prefix))) return false;
      if (list.items > maxRecords) refuseRecords(list.items.toLocaleString("en"));
    }
    const found = findInSlice(list, items);
    records += found.length;
    if (records > maxRecords) refuseRecords(`more than ${maxRecords.toLocaleString("en")}`);
    const sizes = new Map<JsonObject, number>();
    for (const { envelope } of found) {
      const size = sizes.get(envelope) ?? sanitizeJson(envelope).length;
      sizes.set(envelope, size);
      characters += size;
      if (characters > maxExtraCharacters + 2 * records) {
        throw new UnreadableBody(
          "holds too much around its records to keep that with each of them",
        );
      }
    }
    itemsBefore += part.items;
    await rest();
  }
  return true;
}

/**
 * The records among some items of the list. Where these alone look like none, the records would be
 * looked for around the list: they are what they are, one by one.
 */
function findInSlice({ keys, put }: Pick<OpenedList, "keys" | "put">, items: JsonValue[]) {
  const prefix = `${keys.join(".")}[`;
  const found = findRecords(put(items), { isSlice: true });
  if (found.every(({ path }) => path.startsWith(prefix))) return found;
  const alone = { rivals: [], envelope: {}, isOnly: false, strings: new JsonStrings() };
  return items.map((fields, n) => {
    const path = `${prefix}${n}]`;
    const members = isJsonObject(fields) ? toMembers(fields, path) : [];
    return { ...alone, path, fields, members };
  });
}

function refuseRecords(held: string): never {
  const most = maxRecords.toLocaleString("en");
  throw new UnreadableBody(`holds ${held} records; at most ${most} are read from one delivery`);
}

/** For their structure alone: numbers may have lost digits, and of a key given twice the last counts. */
function parseItems({ text }: OpenedList, part: OpenedList["slices"][0], itemsBefore: number) {
  const json = `[${text.slice(part.from, part.to)}]`;
  if (json.length > atOnce.bytes) {
    const [held, most] = [json.length, atOnce.bytes].map((count) => count.toLocaleString("en"));
    throw new UnreadableBody(
      `holds a record of ${held} characters; at most ${most} are read at once`,
    );
  }
  try {
    // A slice is larger than it may be only when one item is.
    const isUsual = json.length <= 2 * slice.characters;
    const items = (isUsual ? JSON.parse(json) : readJson(json)) as JsonValue[];
    if (items.length === part.items) return items;
  } catch (error) {
    if (error instanceof UnreadableBody) throw error;
  }
  const place = (itemsBefore + 1).toLocaleString("en");
  throw new UnreadableBody(`the body is not JSON: the fault is in its item ${place} or behind it`);
}

async function* readList(
  { text, slices, keys, put, items: all }: OpenedList,
  timeZone: string,
): AsyncGenerator<Interpretation> {
  const prefix = `${keys.join(".")}[`;
  let itemsBefore = 0;
  for (const { from, to, items } of slices) {
    const read = readJson(`[${text.slice(from, to)}]`) as JsonValue[];
    await pause();
    let readings: Reading[] = [];
    for (const [n, record] of findInSlice({ keys, put }, read).entries()) {
      const path = shiftPath(record.path, prefix, itemsBefore);
      // The last slice may hold a single one.
      const isOnly = record.isOnly && all === 1;
      readings.push(readRecord({ ...record, path, isOnly }, timeZone));
      if (n % recordsBetweenPauses === 0) await pause();
      if (readings.length === slice.records) {
        yield { readings, problems: [] };
        readings = [];
      }
    }
    if (readings.length > 0) yield { readings, problems: [] };
    itemsBefore += items;
  }
}

const recordsBetweenPauses = 200;

async function* readWhole({ readings, problems }: Interpretation): AsyncGenerator<Interpretation> {
  for (let from = 0; from < readings.length; from += slice.records) {
    yield { readings: readings.slice(from, from + slice.records), problems: [] };
  }
  if (problems.length > 0) yield { readings: [], problems };
}

/** Whatever goes wrong in reading a record holds back that one alone. */
function readRecord(found: Parameters<typeof interpretRecord>[0], timeZone: string): Reading {
  try {
    return interpretRecord(found, timeZone);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problems = [{ path: found.path, message: `can't be read: ${reason.slice(0, 300)}` }];
    return { recordingId: null, record: null, problems, notices: [], observations: [] };
  }
}

/** The index in the body, for that in the slice. */
function shiftPath(path: string, prefix: string, itemsBefore: number): string {
  if (!path.startsWith(prefix)) return path;
  const end = path.indexOf("]", prefix.length);
  const index = Number(path.slice(prefix.length, end)) + itemsBefore;
  return `${prefix}${index}${path.slice(end)}`;
}
