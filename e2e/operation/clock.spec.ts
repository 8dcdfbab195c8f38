import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { readStored } from "@/bench/ledger/read-stored";
import { findTool } from "@/bin/check/other-judges";
import { startOwnPostgres } from "../support/postgres/own-postgres";
import { byLength, longer, scaledTimeoutMs } from "../support/requests/fault-length";
import { openSignedIn, startEarshot } from "../support/server/earshot";

test.describe.configure({ timeout: scaledTimeoutMs(180_000) });

const wrongDays = byLength([365], [1, -1, 365, -365]);
const events = 20;

test(
  "while a server's clock is far off, everything is kept, in its order, and the offset is told",
  longer,
  async () => {
    const LD_PRELOAD = await findFakeClock();
    const postgres = await startOwnPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), "earshot-clock-"));
    const env = { DATABASE_URL: postgres.url, WEBHOOK_SECRET: "a-secret-that-outlives-a-clock" };
    const kept = new Map<string, string>();
    const stored = async () => {
      const rows = await readStored(postgres.url);
      return new Map(rows.map(({ deliveryId, bodySha256 }) => [deliveryId, bodySha256]));
    };
    const run = async (days: number, clock: Record<string, string> = {}) => {
      const earshot = await startEarshot({ dataDir, env: { ...env, ...clock } });
      const last = `off by ${days} days`;
      for (const status of [...Array(events - 1).keys(), last]) {
        const body = JSON.stringify({ id: "one", call_sid: "CA1", status: `${status}` });
        const answer = await fetch(earshot.webhookUrl, { method: "POST", body });
        expect(answer.status).toBe(202);
        const { deliveryId } = (await answer.json()) as { deliveryId: string };
        kept.set(deliveryId, createHash("sha256").update(body).digest("hex"));
      }
      const offsetDays = async () => {
        const { clock: told } = await (await fetch(`${earshot.url}/api/ready`)).json();
        return told && Math.round(told.offsetSeconds / 86_400);
      };
      await expect.poll(offsetDays).toBe(days);
      await expect.poll(stored).toEqual(kept);
      const person = await openSignedIn(earshot.url);
      expect(await (await person.get("/recordings/one")).text()).toContain(last);
      await person.dispose();
      await earshot.stop();
    };
    for (const days of wrongDays) {
      await run(days, { LD_PRELOAD, FAKETIME: `${days < 0 ? "" : "+"}${days}d` });
    }
    await run(0);
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
);

/** Debian's libfaketime, as the dynamic linker of this machine finds it. */
async function findFakeClock(): Promise<string> {
  const faketime = await findTool("faketime", "faketime");
  const { stdout } = await promisify(execFile)(faketime, ["now", "printenv", "LD_PRELOAD"]);
  return stdout.trim();
}
