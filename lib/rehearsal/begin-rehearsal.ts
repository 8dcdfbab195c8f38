import "server-only";
import { randomBytes } from "node:crypto";
import { hashSecret } from "@/lib/intake/secrets/check/hash-secret";
import { syncSecrets } from "@/lib/intake/secrets/sync-secrets";
import { backgroundPool } from "@/lib/platform/database/db";
import { doorUrls } from "./door-urls";
import { planDeliveries } from "./plan-deliveries";
import { toSteps } from "./run-rehearsal";
import { startRehearsing } from "./start-rehearsing";
import { openRehearsal } from "./store";

/** Begins a rehearsal in this process, with a secret that nobody else ever learns. */
export async function beginRehearsal(
  startedBy: string,
): Promise<"begun" | "another-is-open" | "no-schema"> {
  const { claimant, run } = startRehearsing();
  const secret = randomBytes(32).toString("base64url");
  const plan = planDeliveries(randomBytes(8).toString("hex"), new Date());
  const opened = await openRehearsal(backgroundPool(), {
    secretHash: hashSecret(secret),
    steps: toSteps(plan),
    startedBy,
    claimedBy: claimant,
  });
  if (typeof opened === "string") return opened;
  // If it fails, the secret is learnt within seconds, and the first delivery waits for that.
  await syncSecrets().catch(() => undefined);
  run({ rehearsal: opened, plan, urls: doorUrls(secret) });
  return "begun";
}
