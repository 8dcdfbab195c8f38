import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrate, readMigrations } from "@/lib/platform/migrations/migrate";
import { diffToSchema, openSchemaEngine } from "@/lib/platform/migrations/schema-engine";
import { StartupError } from "@/lib/platform/settings/startup-error";

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
