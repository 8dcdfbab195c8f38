import "server-only";
import { db } from "@/lib/platform/database/db";
import type { Prisma } from "@/prisma/client/client";
import { isUnnamed, unnamed } from "./arrange-terms";
import { toTermView } from "./queries";
import { forgetVocabulary } from "./read-vocabulary";
import type { TermChange } from "./schema";
import type { TermView } from "./views";
import type { VocabularyField } from "./vocabulary-field";

type Terms = ReadonlyMap<string, TermView>;

/**
 * Changes what is said of the values of a field: one change after another, whoever makes them, each
 * whole or not at all. `change` gets everything that is said and gives back what becomes of some values;
 * null refuses. The answer holds what it takes to undo it.
 */
export async function changeTerms(
  field: VocabularyField,
  by: string,
  change: (terms: Terms) => Terms | null,
): Promise<TermChange | null> {
  const changed = await db().$transaction(async (transaction) => {
    // Readers don't wait for it.
    await transaction.$executeRaw`LOCK TABLE vocabulary_term IN SHARE ROW EXCLUSIVE MODE`;
    const rows = await transaction.vocabularyTerm.findMany({ where: { field } });
    const before = new Map(rows.map((row) => [row.value, toTermView(row)]));
    const after = change(before);
    if (after === null) return null;
    const terms = [...after].flatMap(([value, term]) => {
      const [was, becomes] = [before.get(value) ?? unnamed, term];
      return isSame(was, becomes) ? [] : [{ value, before: was, after: becomes }];
    });
    await writeTerms(transaction, field, by, terms);
    return { field, terms };
  });
  forgetVocabulary();
  return changed;
}

/** Takes a change back, exactly; false, and nothing is done, where something was changed since. */
export async function undoChange({ field, terms }: TermChange, by: string): Promise<boolean> {
  const undone = await changeTerms(field, by, (now) =>
    terms.every(({ value, after }) => isSame(now.get(value) ?? unnamed, after))
      ? new Map(terms.map(({ value, before }) => [value, before]))
      : null,
  );
  return undone !== null;
}

function isSame(one: TermView, other: TermView): boolean {
  return (["displayName", "colour", "group", "position"] as const).every(
    (said) => one[said] === other[said],
  );
}

/** What says nothing has no row. */
async function writeTerms(
  transaction: Prisma.TransactionClient,
  field: VocabularyField,
  by: string,
  terms: TermChange["terms"],
): Promise<void> {
  const gone = terms.filter(({ after }) => isUnnamed(after)).map(({ value }) => value);
  if (gone.length > 0) {
    await transaction.vocabularyTerm.deleteMany({ where: { field, value: { in: gone } } });
  }
  const said = terms.filter(({ after }) => !isUnnamed(after));
  if (said.length === 0) return;
  const column = <T>(read: (term: TermView) => T) => said.map(({ after }) => read(after));
  await transaction.$executeRaw`
    INSERT INTO vocabulary_term
      (field, value, display_name, colour, group_name, position, changed_by, changed_at)
    SELECT ${field}::vocabulary_field, value, display_name, colour, group_name, position, ${by}, now()
    FROM unnest(
      ${said.map(({ value }) => value)}::text[],
      ${column(({ displayName }) => displayName)}::text[],
      ${column(({ colour }) => colour)}::text[],
      ${column(({ group }) => group)}::text[],
      ${column(({ position }) => position)}::int[]
    ) AS said (value, display_name, colour, group_name, position)
    ON CONFLICT (field, value) DO UPDATE SET display_name = excluded.display_name,
      colour = excluded.colour, group_name = excluded.group_name, position = excluded.position,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}
