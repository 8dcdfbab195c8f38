import "server-only";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine, SchemasContainer } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { readMigrations } from "./migrate";
import { WholeAdapter } from "./whole-adapter";

export type OpenSchemaEngine = { engine: SchemaEngine; close: () => Promise<void> };

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
