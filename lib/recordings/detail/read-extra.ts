import "server-only";
import { parse, stringify } from "lossless-json";
import { cutText } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import type { Prisma } from "@/prisma/client/client";
import type { ExtraListView } from "../views/views";

/**
 * The first 200 leaves of a JSON object by their dotted paths, the outer ones first; lists stay whole,
 * and what is long is cut. PostgreSQL takes them out: the object may have any size.
 * @param source a query of one row whose `extra` it is; without a row there is nothing
 */
export async function readExtra(source: Prisma.Sql): Promise<ExtraListView> {
  const rows = await db().$queryRaw<LeafRow[]>`
    WITH RECURSIVE node AS (
      SELECT ''::text AS path, 0 AS depth, extra AS value FROM (${source}) AS source
      UNION ALL
      SELECT CASE WHEN depth = 0 THEN '' ELSE left(path, ${mostPath}::int) || '.' END
               || left(member.key, ${mostPath + 1}::int),
             depth + 1, member.value
      FROM node CROSS JOIN LATERAL jsonb_each(
        CASE WHEN jsonb_typeof(node.value) = 'object' THEN node.value ELSE '{}' END) AS member
    ), leaf AS MATERIALIZED (
      SELECT path, value FROM node
      WHERE depth > 0 AND (jsonb_typeof(value) <> 'object' OR value = '{}')
      LIMIT ${mostCounted + 1}
    )
    SELECT left(path, ${mostPath + 1}::int) AS path,
           left(value::text, ${mostJson + 1}::int) AS json,
           (SELECT count(*)::int FROM leaf) AS found
    FROM (SELECT * FROM leaf LIMIT ${mostShown}) AS shown`;
  const values = rows.map(({ json }) => toCompact(json));
  const most = lengths.find((length) => sumUpTo(values, length) <= roomForJson) ?? leastJson;
  const found = rows[0]?.found ?? 0;
  return {
    items: rows.map(({ path }, index) => ({
      ...{ path: cut(path, mostPath), json: cut(values[index] ?? "", most) },
    })),
    more: Math.min(found, mostCounted) - rows.length,
    isMoreAtLeast: found > mostCounted,
  };
}

/** Without PostgreSQL's spaces, and with every digit of a number. */
function toCompact(json: string): string {
  return json.length > mostJson ? json : (stringify(parse(json)) ?? json);
}

type LeafRow = { path: string; json: string; found: number };

const {
  named: mostShown,
  counted: mostCounted,
  pathCharacters: mostPath,
  // Few values may be long, but not many.
  valueCharacters: mostJson,
} = budgets.shownKeys;
const leastJson = 100;
const lengths = [mostJson, 1_000, 500, 250, leastJson];
const roomForJson = 20_000;

function sumUpTo(texts: string[], most: number): number {
  return texts.reduce((sum, { length }) => sum + Math.min(length, most), 0);
}

function cut(text: string, most: number): string {
  const [beginning, rest] = cutText(text, most);
  return rest ? `${beginning}…` : text;
}
