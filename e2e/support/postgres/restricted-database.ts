import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OwnPostgres } from "./own-postgres";
import type { SmallDisk } from "./small-disk";

/** A database of Earshot's own on a server of somebody else's, who can make life hard for it. */
export type RestrictedDatabase = {
  url: string;
  takeNoWrites: () => Promise<void>;
  refuse: () => Promise<void>;
  haveNoConnectionLeft: () => Promise<void>;
  /** Undoes all of these. */
  liftRestrictions: () => Promise<void>;
};

/** On a small disk, if one is given, it can run out of room. */
export async function restrictDatabase(
  postgres: OwnPostgres,
  disk?: SmallDisk,
): Promise<RestrictedDatabase> {
  const name = `lodger_${randomBytes(4).toString("hex")}`;
  const rulesFile = join(postgres.folder, "pg_hba.conf");
  const rules = await readFile(rulesFile, "utf8");
  const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name}'`;
  const place = disk ? `TABLESPACE ${await makeTablespace(postgres, disk, name)}` : "";
  await postgres.run(
    `CREATE ROLE ${name} LOGIN PASSWORD 'lodger'`,
    `CREATE DATABASE ${name} OWNER ${name} ${place}`,
  );
  return {
    url: Object.assign(new URL(postgres.url), {
      username: name,
      password: "lodger",
      pathname: `/${name}`,
    }).href,
    takeNoWrites: () =>
      postgres.run(`ALTER ROLE ${name} SET default_transaction_read_only = on`, endSessions),
    refuse: async () => {
      await writeFile(rulesFile, `host all ${name} all reject\n${rules}`);
      await postgres.run("SELECT pg_reload_conf()", "SELECT pg_sleep(0.2)", endSessions);
    },
    haveNoConnectionLeft: () => postgres.run(`ALTER ROLE ${name} CONNECTION LIMIT 0`, endSessions),
    liftRestrictions: async () => {
      await writeFile(rulesFile, rules);
      await postgres.run(
        `ALTER ROLE ${name} RESET default_transaction_read_only`,
        `ALTER ROLE ${name} CONNECTION LIMIT -1`,
        "SELECT pg_reload_conf()",
        endSessions,
      );
    },
  };
}

async function makeTablespace({ folder, run }: OwnPostgres, disk: SmallDisk, name: string) {
  const place = join(disk.path, "tablespace");
  await mkdir(place);
  const { uid, gid } = await stat(folder);
  if (process.getuid?.() === 0) await chown(place, uid, gid);
  await run(`CREATE TABLESPACE ${name} LOCATION '${place}'`);
  return name;
}
