// An embedded database as an Earshot that brought an older PostgreSQL left it. Runs until its parent
// lets go, and tells its superuser's address.
import { join } from "node:path";
import { loadGeneratedSecrets } from "@/lib/platform/files/data-directory";
import { startPrivatePostgres } from "@/lib/platform/postgres/embedded-postgres";
import {
  formerPostgresFolder,
  getFormerPostgres,
  requireFormerPostgres,
} from "@/lib/platform/postgres/former-postgres";
import { ensurePostgresCluster } from "@/lib/platform/postgres/postgres-cluster";

const [dataDir = "", major = ""] = process.argv.slice(2);
const never = new AbortController().signal;
const binaries = await getFormerPostgres(
  requireFormerPostgres(Number(major)),
  formerPostgresFolder(dataDir, Number(major)),
  never,
);
const { databasePassword } = await loadGeneratedSecrets(dataDir);
const cluster = await ensurePostgresCluster(join(dataDir, "postgres"), databasePassword, binaries);
const former = await startPrivatePostgres(cluster, {
  logFile: join(dataDir, "postgres.log"),
  lease: { confirm: async () => undefined, lost: never },
});
await former.arrange();
process.once("disconnect", async () => {
  await former.stop();
  process.exit(0);
});
process.send?.(former.superuserUrl);
