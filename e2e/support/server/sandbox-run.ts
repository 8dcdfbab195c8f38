import { expect } from "@playwright/test";
import { type RunningSandbox, runSandbox } from "@/bin/command/project";
import { scaledTimeoutMs } from "../requests/fault-length";

/** What the sandbox knows that the receiver should show in the end. */
export type Tally = {
  placed: number;
  outstanding: number;
  delivered: number;
  refused: number;
  unanswered: number;
  /** Distinct recordings that were acknowledged. */
  ids: number;
  byStatus: Record<string, number>;
  /** "~" is no campaign. */
  byCampaign: Record<string, number>;
};

/** An event that was answered 2xx: what was sent and what was answered. */
export type Acknowledged = { id: string; deliveryId: string; status: string; sha256: string };

export async function startCalls(webhookUrl: string, parameters: string[]) {
  const sandbox = await runSandbox(["--port", "0", "--webhook", webhookUrl, ...parameters]);
  const finish = async (): Promise<{ tally: Tally; acknowledged: Acknowledged[] }> => {
    const options = { timeout: scaledTimeoutMs(120_000), intervals: [200] };
    await expect.poll(async () => (await readTally(sandbox)).outstanding, options).toBe(0);
    const lines = await (await fetch(`${sandbox.url}/api/sandbox/acknowledged`)).text();
    const acknowledged = lines.split("\n").filter(Boolean);
    return {
      tally: await readTally(sandbox),
      acknowledged: acknowledged.map((line) => JSON.parse(line)),
    };
  };
  const delivered = async () => (await readTally(sandbox)).delivered;
  return { finish, delivered, stop: sandbox.stop };
}

async function readTally(sandbox: RunningSandbox): Promise<Tally> {
  return (await fetch(`${sandbox.url}/api/sandbox/tally`)).json();
}
