import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { type Earshot, startEarshot } from "./support/earshot";

test.describe.configure({ mode: "serial", timeout: 120_000 });

let earshot: Earshot;
test.beforeAll(async () => {
  earshot = await startEarshot();
});
test.afterAll(() => earshot.dispose());

test("a server is replaced under load, and no sender sees it", async () => {
  const sending = [sendSteadily(earshot.webhookUrl, true), sendSteadily(earshot.webhookUrl, false)];
  for (let replacement = 1; replacement <= 2; replacement++) {
    const former = await earshot.serverPid();
    process.kill(earshot.pid, "SIGUSR2");
    await expect.poll(() => isAlive(former), { timeout: 40_000 }).toBe(false);
  }
  const answers = (await Promise.all(sending.map((sender) => sender.finish()))).flat();
  expect(answers.length).toBeGreaterThan(200);
  expect(answers.filter((answer) => answer !== "202")).toEqual([]);
});

test("while a killed server starts again, new connections wait and none is refused", async () => {
  const sender = sendSteadily(earshot.webhookUrl, false);
  const killed = await earshot.serverPid();
  process.kill(killed, "SIGKILL");
  await expect.poll(() => earshot.serverPid().catch(() => killed)).not.toBe(killed);
  await expect
    .poll(async () => (await fetch(`${earshot.url}/api/ready`)).status, { timeout: 30_000 })
    .toBe(200);
  const answers = await sender.finish();
  expect(answers).not.toContain("ECONNREFUSED");
  // What was under way when the process died is cut; nothing else may fail.
  expect(answers.filter((answer) => answer !== "202" && answer !== "ECONNRESET")).toEqual([]);
  expect(answers.at(-1)).toBe("202");
});

/** Sends a hundred events a second, on kept connections or on a new one for each. */
function sendSteadily(webhookUrl: string, keepAlive: boolean) {
  const agent = new Agent({ keepAlive, maxSockets: 64 });
  const answers: Promise<string>[] = [];
  const timer = setInterval(() => answers.push(send(webhookUrl, agent)), 10);
  return {
    finish: async () => {
      await sleep(500);
      clearInterval(timer);
      const received = await Promise.all(answers);
      agent.destroy();
      return received;
    },
  };
}

function send(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", agent }, (response) => {
      // A response that the kill cuts in two never ends, it only closes.
      const told = () => resolve(response.complete ? String(response.statusCode) : "ECONNRESET");
      response.resume().once("close", told).once("error", told);
    });
    sent.setTimeout(30_000, () => sent.destroy(new Error("no answer within 30 s")));
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end('{"data":[]}');
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
