import "server-only";
import { createHmac } from "node:crypto";
import { log } from "@/lib/ops/log";
import { env } from "@/lib/platform/settings/env";

export const toldPerMinute = 20;
const minuteMs = 60_000;

const held = globalThis as { earshotFailedSignIns?: { told: number; untold: number } };

/**
 * One line for a sign-in that failed: from where, and which account, as a hash that only this
 * installation can make. Of a flood the first of each minute are told, and how many more there were.
 */
export function logFailedSignIn(
  outcome: "refused" | "too-many-attempts",
  { address, email }: { address: string; email: string },
): void {
  held.earshotFailedSignIns ??= beginMinute();
  const tally = held.earshotFailedSignIns;
  if (tally.told >= toldPerMinute) {
    tally.untold += 1;
    return;
  }
  tally.told += 1;
  log().warn({ address, account: toAccountHash(email), outcome }, "a sign-in failed");
}

function beginMinute() {
  const tally = { told: 0, untold: 0 };
  setTimeout(() => {
    held.earshotFailedSignIns = undefined;
    if (tally.untold === 0) return;
    log().warn({ count: tally.untold }, "more sign-ins failed than are told singly");
  }, minuteMs).unref();
  return tally;
}

function toAccountHash(email: string): string {
  const key = `failed sign-ins ${env().AUTH_SECRET?.reveal() ?? ""}`;
  return createHmac("sha256", key).update(email).digest("hex").slice(0, 16);
}
