import "server-only";
import { backgroundPool } from "@/lib/platform/database/db";
import { inTransaction } from "@/lib/platform/database/transaction";
import { mergeTerms } from "./arrange-terms";
import { moveTerm } from "./move-term";
import type { LearnedValues } from "./queries";
import { forgetVocabulary } from "./read-vocabulary";
import type { TermKey, TermNaming } from "./schema";
import type { VocabularyField } from "./vocabulary-field";

/** From then on a value is called so; its position stays. Idempotent, the last one counts. */
export async function nameTerm(key: TermKey, naming: TermNaming, by: string): Promise<void> {
  await backgroundPool().query(
    `INSERT INTO vocabulary_term AS term
       (field, value, display_name, colour, group_name, changed_by, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (field, value) DO UPDATE SET display_name = excluded.display_name,
       colour = excluded.colour, group_name = excluded.group_name,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [key.field, key.value, naming.displayName, naming.colour, naming.group, by],
  );
  await forgetEmpty();
}

/**
 * Puts a value before another one, or at the end; names stay. Moves at the same time follow each
 * other: none is lost.
 */
export async function placeTerm(
  { field, value }: TermKey,
  before: string | null,
  learned: LearnedValues["values"],
  by: string,
): Promise<void> {
  await inTransaction(backgroundPool(), async (client) => {
    const { rows } = await client.query<{ value: string; position: number | null }>(
      "SELECT value, position FROM vocabulary_term WHERE field = $1",
      [field],
    );
    const named = new Map(rows.map((row) => [row.value, { ...nothing, position: row.position }]));
    const placed = moveTerm(mergeTerms(learned, named), value, before);
    await client.query(
      `INSERT INTO vocabulary_term AS term (field, value, position, changed_by, changed_at)
       SELECT $1, value, place - 1, $3, now()
       FROM unnest($2::text[]) WITH ORDINALITY AS placed (value, place) ORDER BY value
       ON CONFLICT (field, value) DO UPDATE SET position = excluded.position,
         changed_by = excluded.changed_by, changed_at = excluded.changed_at
       WHERE term.position IS DISTINCT FROM excluded.position`,
      [field, placed, by],
    );
  });
  forgetVocabulary();
}

/** What was said of a value is forgotten, its position too; idempotent. */
export async function forgetTerm({ field, value }: TermKey): Promise<void> {
  await backgroundPool().query("DELETE FROM vocabulary_term WHERE field = $1 AND value = $2", [
    ...[field, value],
  ]);
  forgetVocabulary();
}

/** The values of a field stand by their calls again; names stay. Idempotent. */
export async function forgetOrder(field: VocabularyField, by: string): Promise<void> {
  await backgroundPool().query(
    `UPDATE vocabulary_term SET position = NULL, changed_by = $2, changed_at = now()
     WHERE field = $1 AND position IS NOT NULL`,
    [field, by],
  );
  await forgetEmpty();
}

const nothing = { displayName: null, colour: null, group: null };

/** A row that says nothing is none. */
async function forgetEmpty(): Promise<void> {
  await backgroundPool().query(
    "DELETE FROM vocabulary_term WHERE num_nonnulls(display_name, colour, group_name, position) = 0",
  );
  forgetVocabulary();
}
