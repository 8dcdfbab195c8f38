import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { readStored } from "@/bench/ledger/read-stored";
import { byLength, longerInCi, scaledTimeoutMs } from "../support/requests/fault-length";
import { startSteadyLoad } from "../support/requests/steady-load";
import { type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";

test.describe.configure({ mode: "serial", timeout: scaledTimeoutMs(120_000) });

for (const JOURNAL of ["disk", "database"]) {
  test.describe(`with the journal in the ${JOURNAL}`, () => {
    let earshot: Earshot;
    test.beforeAll(async () => {
      earshot = await startEarshot({ env: { JOURNAL } });
    });
    test.afterAll(() => earshot?.dispose());

    test(
      "while the worker is killed again and again, every event is taken at once, and listed",
      longerInCi,
      async () => {
        const load = await startSteadyLoad();
        const sending = load.start(earshot.webhookUrl, { perSecond: 100, until: {} });
        for (let kills = 0; kills < byLength(3, 60, 10); kills++) {
          await sleep(1_000);
          const killed = await earshot.workerPid().catch(() => undefined);
          if (killed) process.kill(killed, "SIGKILL");
        }
        const { issued, answers, latencyMs } = await sending.stop();
        expect(answers).toEqual({ 202: issued });
        expect(latencyMs.p99).toBeLessThan(1_000);
        await load.expectKept(earshot.url, await embeddedDatabaseUrl(earshot.dataDir));
        await load.close();
      },
    );

    test("everything is replaced under load, and no sender sees it", longerInCi, async () => {
      const sending = [true, false].map((isKept) => sendSteadily(earshot.webhookUrl, isKept));
      for (let replacement = 1; replacement <= byLength(2, 30, 6); replacement++) {
        const former = await earshot.gatewayPid();
        process.kill(earshot.pid, "SIGUSR2");
        await expect.poll(() => isAlive(former), { timeout: 40_000 }).toBe(false);
      }
      const answers = (await Promise.all(sending.map((sender) => sender.finish()))).flat();
      expect(answers.length).toBeGreaterThan(200);
      expect(answers.filter((answer) => answer !== "202")).toEqual([]);
    });

    test("while a killed gateway starts again, new connections wait and none is refused", async () => {
      const sender = sendSteadily(earshot.webhookUrl, false);
      const killed = await earshot.gatewayPid();
      process.kill(killed, "SIGKILL");
      await expect.poll(() => earshot.gatewayPid().catch(() => killed)).not.toBe(killed);
      await expect.poll(async () => (await fetch(`${earshot.url}/api/ready`)).status).toBe(200);
      const answers = await sender.finish();
      expect(answers).not.toContain("ECONNREFUSED");
      // What was under way when the process died is cut; nothing else may fail.
      expect(answers.filter((answer) => answer !== "202" && answer !== "ECONNRESET")).toEqual([]);
      expect(answers.at(-1)).toBe("202");
    });

    test("when the gateway alone is asked to end, another one listens before it leaves", async () => {
      const sending = [true, false].map((isKept) => sendSteadily(earshot.webhookUrl, isKept));
      const former = await earshot.gatewayPid();
      process.kill(former, "SIGTERM");
      await expect.poll(() => isAlive(former), { timeout: 40_000 }).toBe(false);
      const answers = (await Promise.all(sending.map((sender) => sender.finish()))).flat();
      expect(answers.filter((answer) => answer !== "202")).toEqual([]);
      expect(Math.max(...sending.map((sender) => sender.slowestMs()))).toBeLessThan(3_000);
      expect(await earshot.gatewayPid()).not.toBe(former);
      expect(earshot.output()).toContain("The gateway was replaced");
    });

    test("what is half sent when it is told to stop is taken to its end, and kept; the next start refuses nobody", async () => {
      const { dataDir, webhookUrl } = earshot;
      const sending = sendSteadily(webhookUrl, false);
      const [half, rest] = ['{"data":[],"sent":', '"in two halves"}'];
      const request = await beginRequest(webhookUrl, half, half.length + rest.length);
      const ended = earshot.kill("SIGTERM");
      await expect.poll(earshot.output).toContain("Stopping");
      await sleep(500);
      const answer = await request.finish(rest);
      expect(answer).toMatch(/^HTTP\/1\.1 202 /);
      expect(await ended).toBe(0);

      const { port: PORT } = new URL(webhookUrl);
      const again = await startEarshot({ dataDir, env: { JOURNAL, PORT } });
      const answers = (await sending.finish()).filter((one) => one !== "ECONNRESET");
      const changes = answers.filter((one, at) => one !== answers[at - 1]);
      expect(changes).toEqual(["202", "ECONNREFUSED", "202"]);
      const url = await embeddedDatabaseUrl(dataDir);
      const deliveryId = /"deliveryId":"([^"]+)"/.exec(answer)?.[1];
      const kept = async () => (await readStored(url)).find((one) => one.deliveryId === deliveryId);
      await expect
        .poll(async () => (await kept())?.bodySha256, { timeout: 60_000 })
        .toBe(
          createHash("sha256")
            .update(half + rest)
            .digest("hex"),
        );
      await again.dispose();
    });
  });
}

/** Sends a hundred events a second, on kept connections or on a new one for each. */
function sendSteadily(webhookUrl: string, keepAlive: boolean) {
  const agent = new Agent({ keepAlive, maxSockets: 64 });
  const answers: Promise<string>[] = [];
  let slowestMs = 0;
  const timer = setInterval(() => {
    const beganMs = performance.now();
    const answer = send(webhookUrl, agent);
    answer.then(() => {
      slowestMs = Math.max(slowestMs, performance.now() - beganMs);
    });
    answers.push(answer);
  }, 10);
  return {
    slowestMs: () => slowestMs,
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

/** A POST whose body has begun to arrive. */
async function beginRequest(url: string, beginning: string, length: number) {
  const { hostname, port, pathname, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${length}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(head + beginning, () => resolve()));
  // So that it is read before anything else happens.
  await sleep(200);
  return {
    finish: (rest: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = "";
        socket.setEncoding("utf8").on("data", (text: string) => {
          answer += text;
          if (answer.includes("}")) resolve(answer);
        });
        socket.once("error", reject);
        socket.once("close", () => reject(new Error(`Closed after "${answer}"`)));
        socket.write(rest);
      }),
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
