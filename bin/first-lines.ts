// Tells the supervisor what it prints of accounts and secrets, and ends: what that needs of the
// database's client and of hashing is then in no process that stays.

import { ensureFirstAdministrator } from "@/lib/access/members/first-administrator";
import { isEnvironmentSecretRevoked } from "@/lib/intake/secrets/store";
import { closeDatabase } from "@/lib/platform/database/db";

const mayShowLink = process.argv.includes("--may-show-link");
const first = await ensureFirstAdministrator({ mayShowLink });
const isRevoked = await isEnvironmentSecretRevoked();
await closeDatabase();
process.send?.({ first, isRevoked }, () => process.exit(0));
