import { Prisma } from "@/prisma/client/client";
import {
  beforeWords,
  hasAsciiTrigram,
  hasTrigram,
  readTerms,
  type SearchTerm,
  toWantedSigns,
  unreadSign,
} from "../record/search-text";

/**
 * How a search looks into transcripts: into that of each call, where few are looked at; or into all of them,
 * whose calls are then found by their ids.
 */
export type SaidIn = "each" | "all";

/** Words that are looked for by the index of transcripts, too; with each more there are twice as many ways. */
export const mostSought = 2;

/**
 * The ways in which a search finds a call: each of the words in `sought` by what the call tells, or by what
 * was said in it, each way by an index and no call twice. `within` bounds the time and the id of what is
 * said, as of the call. All other words are looked for in what these find.
 */
export function listWays(
  q: string,
  sought: readonly SearchTerm[],
  within: readonly Prisma.Sql[],
): Prisma.Sql[][] {
  const others = readTerms(q).filter(({ text }) => !sought.some((term) => term.text === text));
  const rest = others.map((term) => {
    const told = buildTold(term, true);
    return term.text === null
      ? told
      : Prisma.sql`(${told} OR ${buildSaid(spell(term.text, term, true), "each")})`;
  });
  // Each of them is told, or isn't and was said.
  const ways = sought.reduce<{ told: SearchTerm[]; said: SearchTerm[] }[]>(
    (former, term) =>
      former.flatMap(({ told, said }) => [
        { told: [...told, term], said },
        { told, said: [...said, term] },
      ]),
    [{ told: [], said: [] }],
  );
  return ways.map(({ told, said }) => [
    ...told.map((term) => buildTold(term, true)),
    ...said.map((term) => Prisma.sql`${buildTold(term, true)} IS NOT TRUE`),
    ...(said.length > 0 ? [buildSaidWithin(said, within)] : []),
    ...rest,
  ]);
}

/** What the row itself tells, in brackets. */
export function buildTold(term: SearchTerm, hasSigns: boolean): Prisma.Sql {
  const inText = term.text === null ? null : spell(term.text, term, hasSigns);
  if (term.digits === null) return inText ? Prisma.sql`(${inText})` : Prisma.sql`(false)`;
  const inNumber = Prisma.sql`phone_digits LIKE ${toPattern(term.digits)}`;
  // A number with spaces is a spelling of it, not a text to look for.
  return inText ? Prisma.sql`(${inNumber} OR ${inText})` : Prisma.sql`(${inNumber})`;
}

/** The columns of a text are called the same in both tables, so that the nearest one is meant. */
export function buildSaid(isInText: Prisma.Sql, said: SaidIn): Prisma.Sql {
  // A query of its own for each, or PostgreSQL may prefer to look for a rare word in all transcripts.
  return said === "each"
    ? Prisma.sql`EXISTS (
        SELECT FROM (
          SELECT search_text, signs FROM transcript_search WHERE recording_id = recording.id OFFSET 0
        ) AS said WHERE ${isInText})`
    : Prisma.sql`recording.id = ANY(ARRAY(
        SELECT recording_id FROM transcript_search AS said WHERE ${isInText}))`;
}

/**
 * A join, so that PostgreSQL expects as many as there are, and begins with those or with the calls; by their
 * time, too, in whose order calls stand side by side.
 */
function buildSaidWithin(terms: SearchTerm[], within: readonly Prisma.Sql[]): Prisma.Sql {
  const spelled = terms.flatMap((term) =>
    term.text === null ? [] : [spell(term.text, term, true)],
  );
  return Prisma.sql`(recording.created_at, recording.id) IN (
    SELECT created_at, id FROM (
      SELECT recording_id AS id, created_at, search_text, signs FROM transcript_search) AS said
    WHERE ${Prisma.join([...spelled, ...within], " AND ")})`;
}

/**
 * The index knows three letters that stand together, with which one or two a word begins, and all signs
 * that are no letters of such words; these find words of Chinese, Japanese or Korean too, whose letters the
 * first of them knows in some databases alone.
 */
export function spell(text: string, { isBeginning }: SearchTerm, hasSigns: boolean): Prisma.Sql {
  const wanted = hasSigns ? toWantedSigns(text).slice(0, mostSigns) : [];
  const signs = wanted.map((sign) => Prisma.sql`signs && ${[sign, unreadSign]}`);
  if (hasTrigram.test(text) && (hasAsciiTrigram.test(text) || signs.length === 0)) {
    return Prisma.sql`search_text LIKE ${toPattern(text)}`;
  }
  if (!isBeginning) {
    // The text is compared, but not looked for among the words of the index, which would read all of it.
    return Prisma.join(
      [...signs, Prisma.sql`(search_text || '') LIKE ${toPattern(text)}`],
      " AND ",
    );
  }
  const beginnings = beforeWords.map((before) => `%${before}${text}%`);
  const alternatives = [`${text}%`, ...beginnings].map(
    (pattern) => Prisma.sql`search_text LIKE ${pattern}`,
  );
  return Prisma.sql`(${Prisma.join(alternatives, " OR ")})`;
}

/** With more of a word's signs hardly fewer texts are left. */
const mostSigns = 4;

function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
