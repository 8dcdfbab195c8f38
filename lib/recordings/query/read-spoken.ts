import "server-only";
import { cutText } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import { toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { findHits, type SearchTerm } from "../record/search-text";
import type { SpokenView } from "../views/views";

/** Of so much of a transcript; what stands farther on is found, but not shown. */
const mostRead = 100_000;
const mostOfLine = 1_000;
const before = 200;

/** Of each of these calls' transcripts the line in which most of a search stands, and when it is said. */
export async function readSpoken(
  ids: readonly string[],
  terms: SearchTerm[],
): Promise<Map<string, SpokenView>> {
  if (ids.length === 0) return new Map();
  const rows = await db().$queryRaw<{ id: string; text: string }[]>`
    SELECT recording_id AS id, left(text, ${mostRead}::int) AS text FROM transcript
    WHERE recording_id = ANY(${toList(ids)}::text[]) AND is_current`;
  const found = rows.flatMap(({ id, text }) => {
    const line = findLine(text, terms);
    return line ? [{ id, ...line }] : [];
  });
  if (found.length === 0) return new Map();
  // A line for each cue, in their order.
  const wanted = found.map(({ id, index }) => Prisma.sql`(${id}::text, ${index}::int)`);
  const times = await db().$queryRaw<{ id: string; at_ms: number | null }[]>`
    SELECT wanted.id, (cues -> place ->> 'startMs')::int AS at_ms
    FROM (VALUES ${Prisma.join(wanted)}) AS wanted (id, place)
    JOIN transcript ON recording_id = wanted.id AND is_current`;
  const timeOf = new Map(times.map(({ id, at_ms }) => [id, at_ms]));
  return new Map(found.map(({ id, text }) => [id, { text, atMs: timeOf.get(id) ?? null }]));
}

function findLine(text: string, terms: SearchTerm[]): { index: number; text: string } | null {
  let best: { index: number; text: string; count: number } | null = null;
  if (findHits(text, terms).size === 0) return null;
  for (const [index, line] of text.split("\n").entries()) {
    const hits = findHits(line, terms);
    if (hits.size <= (best?.count ?? 0)) continue;
    const first = Math.min(...[...hits.values()].flat().map(({ from }) => from));
    const from = line.length > mostOfLine ? Math.max(0, first - before) : 0;
    best = { index, text: cutText(cutText(line, from)[1], mostOfLine)[0], count: hits.size };
    if (hits.size === terms.length) break;
  }
  return best && { index: best.index, text: best.text };
}
