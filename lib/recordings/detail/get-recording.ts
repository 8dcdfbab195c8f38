import "server-only";
import { parse, stringify } from "lossless-json";
import { cutText, isStorable } from "@/lib/list/list-page";
import { budgets } from "@/lib/platform/settings/budgets";
import type { Prisma } from "@/prisma/client/client";
import type { ExtraListView, RecordingHistoryView, RecordingView } from "../views/views";
import { buildHistory } from "./build-history";
import {
  extraSql,
  findRecording,
  listLeaves,
  readArrivals,
  readContents,
  readFirstComings,
} from "./sql";

/** What is known of one call, as far as a page can show it; null when there is none of this id. */
export async function getRecording(id: string): Promise<RecordingView | null> {
  if (!isStorable(id)) return null;
  const [recording, extra] = await Promise.all([findRecording(id), readExtra(extraSql(id))]);
  return recording && { ...recording, extra };
}

/**
 * The first 200 leaves of a JSON object by their dotted paths, the outer ones first; lists stay whole, as
 * do objects at the twelfth depth, and what is long is cut. PostgreSQL takes them out: the object may have any size.
 * @param source a query of one row whose `extra` it is; without a row there is nothing
 */
export async function readExtra(source: Prisma.Sql): Promise<ExtraListView> {
  const rows = await listLeaves(source, { mostShown, mostCounted, mostPath, mostJson, mostDepth });
  const values = rows.map(({ json }) => toCompact(json));
  const most = lengths.find((length) => sumUpTo(values, length) <= mostCharacters) ?? leastJson;
  const found = rows[0]?.found ?? 0;
  return {
    items: rows.map(({ path }, index) => ({
      path: cut(path, mostPath),
      json: cut(values[index] ?? "", most),
    })),
    more: Math.min(found, mostCounted) - rows.length,
    isMoreAtLeast: found > mostCounted,
  };
}

/** Without PostgreSQL's spaces, and with every digit of a number. */
function toCompact(json: string): string {
  return json.length > mostJson ? json : (stringify(parse(json)) ?? json);
}

const {
  named: mostShown,
  counted: mostCounted,
  pathCharacters: mostPath,
  // Few values may be long, but not many.
  valueCharacters: mostJson,
  depth: mostDepth,
} = budgets.shownKeys;
const leastJson = 100;
const lengths = [mostJson, 1_000, 500, 250, leastJson];
const mostCharacters = 20_000;

function sumUpTo(texts: string[], most: number): number {
  return texts.reduce((sum, { length }) => sum + Math.min(length, most), 0);
}

function cut(text: string, most: number): string {
  const [beginning, rest] = cutText(text, most);
  return rest ? `${beginning}…` : text;
}

/**
 * What happened to one recording: its newest 50 contents, and of the repeats those among its newest
 * 100 deliveries. Empty for an id that no recording has.
 */
export async function getHistory(id: string): Promise<RecordingHistoryView> {
  if (!isStorable(id)) {
    return { entries: [], isFromBeginning: true, repeatsMissingBefore: null };
  }
  const [firsts, arrivals] = await Promise.all([
    // One more than is shown, for the oldest to be compared with; and to know whether there are older ones.
    readFirstComings(id, maxVersions + 1),
    readArrivals(id, maxArrivals + 1),
  ]);
  const isFromBeginning = firsts.length <= maxVersions;
  const hasOlder = arrivals.length > maxArrivals;
  const told = arrivals.slice(0, maxArrivals);
  const contents = await readContents(id, [...firsts, ...told], {
    most: maxVersions + 1,
    mostBytes: maxContentBytes,
  });
  return {
    entries: buildHistory(firsts, told, { contents, isFromBeginning }),
    isFromBeginning,
    repeatsMissingBefore: hasOlder ? (arrivals[maxArrivals - 1]?.acceptedAt ?? null) : null,
  };
}

const {
  versions: maxVersions,
  arrivals: maxArrivals,
  contentBytes: maxContentBytes,
} = budgets.history;
