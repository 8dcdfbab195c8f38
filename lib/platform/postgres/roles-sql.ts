import "server-only";
import { createHmac } from "node:crypto";
import pg from "pg";

/** @param config of the superuser, in another database */
export async function ensureDatabase(config: pg.ClientConfig): Promise<void> {
  if (!(await hasDatabase(config))) await ask(config, `CREATE DATABASE ${databaseName}`);
}

/** Whether it holds Earshot's database. */
export async function hasDatabase(config: pg.ClientConfig): Promise<boolean> {
  return (await ask(config, `SELECT FROM pg_database WHERE datname = '${databaseName}'`)) === 1;
}

/** On a connection of its own. @returns of how many rows the answer is */
async function ask(config: pg.ClientConfig, statement: string): Promise<number | null> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rowCount;
  } finally {
    await client.end();
  }
}

/**
 * Who uses the embedded PostgreSQL. Its superuser, whom a cluster must have, prepares the two others at
 * start and serves nobody. The owner runs migrations. The application reads and writes rows; it owns
 * the partitioned tables, because it adds and drops their days, and its rehearsals' schema.
 */
export const ownerRole = "earshot_owner";
export const applicationRole = "earshot_app";
/** The database of an embedded PostgreSQL. */
export const databaseName = "earshot";

/** Made of the superuser's, which can't be found from it. */
export function rolePassword(superuserPassword: string, role: string): string {
  return createHmac("sha256", superuserPassword).update(role).digest("base64url");
}

/**
 * Makes the roles and gives them what is theirs, in one transaction: also in a database that the
 * superuser made and filled. Idempotent. To be called before migrations, and after them for what they
 * made.
 * @param config of the superuser, in Earshot's database
 */
export async function arrangeRoles(config: pg.ClientConfig, superuserPassword: string) {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const logins = [ownerRole, applicationRole].map((role) => {
      const password = client.escapeLiteral(rolePassword(superuserPassword, role));
      return loginSql(role, password);
    });
    // Sent at once, statements are one transaction.
    await client.query([...logins, arrangeSql].join(";"));
  } finally {
    await client.end();
  }
}

const loginSql = (role: string, password: string) => `
  DO $$
  BEGIN
    IF to_regrole('${role}') IS NULL THEN CREATE ROLE ${role}; END IF;
  END $$;
  ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
    PASSWORD ${password}`;

/** What belongs to an extension stays the superuser's; so does what is no table, type or function. */
const arrangeSql = `
  DO $$
  DECLARE
    one record;
  BEGIN
    EXECUTE format('ALTER DATABASE %I OWNER TO ${ownerRole}', current_database());
    EXECUTE format('GRANT CREATE, CONNECT, TEMPORARY ON DATABASE %I TO ${applicationRole}',
      current_database());
    FOR one IN
      SELECT nspname AS name, CASE nspname WHEN 'public' THEN '${ownerRole}'
                                           ELSE '${applicationRole}' END AS role
      FROM pg_namespace
      WHERE nspname !~ '^(pg_|information_schema$)'
        AND nspowner NOT IN ('${ownerRole}'::regrole, '${applicationRole}'::regrole)
    LOOP
      EXECUTE format('ALTER SCHEMA %I OWNER TO %I', one.name, one.role);
    END LOOP;
    FOR one IN
      SELECT pg_class.oid::regclass AS name,
             CASE WHEN relkind = 'p' OR relispartition THEN '${applicationRole}'
                  ELSE '${ownerRole}' END AS role
      FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND relowner <> '${applicationRole}'::regrole
        AND relowner <> (CASE WHEN relkind = 'p' OR relispartition THEN '${applicationRole}'
                              ELSE '${ownerRole}' END)::regrole
    LOOP
      EXECUTE format('ALTER TABLE %s OWNER TO %I', one.name, one.role);
    END LOOP;
    FOR one IN
      SELECT pg_type.oid::regtype AS name FROM pg_type
      WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
        AND typowner <> '${ownerRole}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_type.oid AND deptype = 'e')
    LOOP
      EXECUTE format('ALTER TYPE %s OWNER TO ${ownerRole}', one.name);
    END LOOP;
    FOR one IN
      SELECT pg_proc.oid::regprocedure AS name FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proowner <> '${ownerRole}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP
      EXECUTE format('ALTER ROUTINE %s OWNER TO ${ownerRole}', one.name);
    END LOOP;
  END $$;
  -- So that migrations may change what the application owns.
  GRANT ${applicationRole} TO ${ownerRole};
  GRANT USAGE, CREATE ON SCHEMA public TO ${applicationRole};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${applicationRole};
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${applicationRole};
  -- While a version before runs beside a migration, it reads and writes what that makes.
  ALTER DEFAULT PRIVILEGES FOR ROLE ${ownerRole} IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${applicationRole};
  ALTER DEFAULT PRIVILEGES FOR ROLE ${ownerRole} IN SCHEMA public
    GRANT USAGE, SELECT ON SEQUENCES TO ${applicationRole};`;
