import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, type SqlQuery } from "@prisma/driver-adapter-utils";
import pg from "pg";

const charOid = 18;
const textOid = 25;

/**
 * Prisma's adapter without two gaps: it refuses PostgreSQL's internal type "char", in which the
 * catalogues that the schema engine reads tell their kinds, and it cuts a script at every semicolon,
 * also within a function's body.
 */
export class WholeAdapter extends PrismaPg {
  readonly #pool: pg.Pool;
  /** Which columns of a result were "char", by its rows, which the adapter hands on as they are. */
  readonly #charColumns = new WeakMap<object, number[]>();

  constructor(connectionString: string) {
    const pool = new pg.Pool({ connectionString, max: 3 });
    super(pool);
    this.#pool = pool;
    const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<pg.QueryResult>;
    Object.assign(pool, {
      query: async (...parameters: unknown[]) => this.#disguise(await query(...parameters)),
    });
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    return Object.assign(adapter, {
      executeScript: async (script: string) => {
        const client = await this.#pool.connect();
        await client.query(script).finally(() => client.release());
      },
      queryRaw: async (query: SqlQuery) => {
        const result = await queryRaw(query);
        for (const index of this.#charColumns.get(result.rows) ?? []) {
          result.columnTypes[index] = ColumnTypeEnum.Character;
        }
        return result;
      },
    });
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #disguise(result: pg.QueryResult): pg.QueryResult {
    const indexes = result.fields.flatMap(({ dataTypeID }, index) =>
      dataTypeID === charOid ? [index] : [],
    );
    for (const field of result.fields) {
      if (field.dataTypeID === charOid) field.dataTypeID = textOid;
    }
    if (indexes.length > 0) this.#charColumns.set(result.rows, indexes);
    return result;
  }
}
