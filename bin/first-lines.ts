// Tells the supervisor what it prints of accounts and secrets, and ends: what that needs of the
// database's client and of hashing is then in no process that stays.

import { ensureFirstAdministrator } from "@/lib/access/members/invitations";
import { makeSignInLink } from "@/lib/access/sessions/sign-in";
import {
  isEnvironmentSecretRevoked,
  openSampleSecret,
  webhookUrls,
} from "@/lib/intake/secrets/store";
import { closeDatabase } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";

const mayShowLink = process.argv.includes("--may-show-link");
const first = await ensureFirstAdministrator({ mayShowLink });
const isRevoked = await isEnvironmentSecretRevoked();
const demo = process.argv.includes("--demo") ? await prepareDemo() : null;
await closeDatabase();
process.send?.({ first, isRevoked, demo }, () => process.exit(0));

/** What the demo's calls are sent with, by which they can be told and removed, and a way in. */
async function prepareDemo() {
  const secret = await openSampleSecret(null);
  const { ADMIN_EMAIL } = env();
  const signInUrl = ADMIN_EMAIL ? await makeSignInLink(ADMIN_EMAIL.toLowerCase()) : null;
  return { webhookUrl: webhookUrls(secret.reveal()).own, signInUrl };
}
