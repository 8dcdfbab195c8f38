import "server-only";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine, SchemasContainer } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { StartupError } from "../faults";
import { migrate, readMigrations } from "./migrate";

const nothing = "-- This is an empty migration.";

/**
 * Writes a migration that leads from those of the folder to its schema.prisma, by what they make of an
 * empty database.
 * @param folder holds `schema.prisma` and `migrations`
 * @returns the name of the migration
 * @throws {StartupError} where there is nothing to write
 */
export async function writeMigration(
  name: string,
  { folder, emptyDatabaseUrl, now }: { folder: string; emptyDatabaseUrl: string; now: Date },
): Promise<string> {
  const migrations = join(folder, "migrations");
  await migrate(emptyDatabaseUrl, migrations);
  const { engine, close } = await openSchemaEngine(emptyDatabaseUrl);
  const sql = await diffToSchema(engine, folder).finally(close);
  if (!sql || sql === nothing) {
    throw new StartupError(
      "The migrations already match schema.prisma.",
      "Change the schema first, or write the migration by hand if the schema can't express it.",
    );
  }
  const made = `${await chooseTime(migrations, now)}_${name.replaceAll("-", "_")}`;
  await mkdir(join(migrations, made));
  await writeFile(join(migrations, made, "migration.sql"), `${sql}\n`);
  return made;
}

/** Behind all that are there, whatever the clock says. */
async function chooseTime(migrations: string, now: Date): Promise<string> {
  const last = (await readMigrations(migrations)).at(-1)?.name.slice(0, digits) ?? "";
  const time = now.toISOString().replaceAll(/\D/g, "").slice(0, digits);
  return time > last ? time : String(BigInt(last) + 1n);
}

const digits = "YYYYMMDDhhmmss".length;

type OpenSchemaEngine = { engine: SchemaEngine; close: () => Promise<void> };

const prismaFolder = fileURLToPath(new URL("../../../prisma", import.meta.url));
/** The bindings hold one instance's memory, so it is loaded once a process. */
let loading: Promise<void> | undefined;

const noFilters = { externalTables: [], externalEnums: [] };

/** Prisma's own engine for migrations, as WebAssembly: what `prisma migrate` runs. */
export async function openSchemaEngine(url: string): Promise<OpenSchemaEngine> {
  loading ??= loadEngine();
  await loading;
  const adapter = new WholeAdapter(url);
  const engine = await bindings.SchemaEngine.new(
    { datamodels: undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  return { engine, close: () => adapter.end() };
}

/** The SQL that would lead from the database to the schema.prisma of a folder. */
export async function diffToSchema(
  engine: SchemaEngine,
  folder = prismaFolder,
): Promise<string | null> {
  const schema = await readSchema(folder);
  const { stdout } = await engine.diff({
    from: { tag: "schemaDatasource", configDir: folder, ...schema },
    to: { tag: "schemaDatamodel", ...schema },
    script: true,
    exitCode: null,
    filters: noFilters,
  });
  return stdout?.trim() ?? null;
}

/** As `prisma migrate deploy` does; gives the names of what it applied. */
export async function applyWithEngine(engine: SchemaEngine): Promise<string[]> {
  const migrationsList = await listMigrations();
  const output = await engine.applyMigrations({ migrationsList, filters: noFilters });
  return output.appliedMigrationNames;
}

/** What `prisma migrate status` tells from. */
export async function diagnose(engine: SchemaEngine) {
  const migrationsList = await listMigrations();
  return engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: noFilters,
  });
}

async function listMigrations(): Promise<MigrationList> {
  const baseDir = `${prismaFolder}/migrations`;
  const migrations = await readMigrations(baseDir);
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(`${baseDir}/migration_lock.toml`, "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}

async function readSchema(folder: string): Promise<SchemasContainer> {
  const path = `${folder}/schema.prisma`;
  return { files: [{ path, content: await readFile(path, "utf8") }] };
}

async function loadEngine(): Promise<void> {
  const script = createRequire(import.meta.url).resolve(
    "@prisma/schema-engine-wasm/schema_engine_bg",
  );
  const binary = await readFile(script.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(binary, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
  (instance.exports as { __wbindgen_start: () => void }).__wbindgen_start();
}

const charOid = 18;
const textOid = 25;

/**
 * Prisma's adapter without two gaps: it refuses PostgreSQL's internal type "char", in which the
 * catalogues that the schema engine reads tell their kinds, and it cuts a script at every semicolon,
 * also within a function's body.
 */
class WholeAdapter extends PrismaPg {
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
