import "server-only";
import type { ClientBase } from "pg";

export type Table = { name: string; columns: string[] };

/** Earshot's tables with what is written into them, each behind those that its rows refer to. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(
    `SELECT relname AS name,
            ARRAY(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = one.oid AND attnum > 0 AND NOT attisdropped
                    AND attgenerated = '' ORDER BY attnum) AS columns,
            ARRAY(SELECT confrelid::regclass::text FROM pg_constraint
                  WHERE conrelid = one.oid AND contype = 'f' AND confrelid <> one.oid) AS refers_to
     FROM pg_class AS one
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> '_prisma_migrations'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = one.oid AND deptype = 'e')
     ORDER BY relname`,
  );
  const sorted = new Map<string, Table>();
  const add = ({ name, columns, refers_to }: (typeof rows)[number]) => {
    if (sorted.has(name)) return;
    for (const other of rows) {
      if (refers_to.some((reference) => unquote(reference) === other.name)) add(other);
    }
    sorted.set(name, { name, columns });
  };
  for (const row of rows) add(row);
  return [...sorted.values()];
}

function unquote(name: string): string {
  return name.replaceAll('"', "");
}
