import { fork } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bareEnvironment, findFreePort } from "@/lib/platform/process/processes";
import { atLeast, atMost, type Figure, reported } from "../report/figure";
import { median } from "../report/percentile";
import { say } from "../report/say";
import { awaitDrained } from "../server/await-drained";
import { checkSite } from "../server/check-site";
import { withSite } from "../server/site";
import type { Setting } from "./scenario";

const connections = 64;
const contenders = ["earshot", "empty", "upsert", "bare"] as const;
type Contender = (typeof contenders)[number];

/**
 * Durable acknowledgement beside what else could stand there. The contenders take turns, and each
 * round gives ratios of its own, so that a machine that slows down slows all of them.
 */
export async function measureThroughput(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch, rows } = setting;
  const { rounds, roundMs, warmUpMs } = isShort
    ? { rounds: 3, roundMs: 500, warmUpMs: 500 }
    : { rounds: 9, roundMs: 5_000, warmUpMs: 5_000 };
  const source = await setting.source();

  return withSite({ scratch, name: "throughput", source, rows }, async (site) => {
    const bare = await startBareServer(scratch.path("throughput", "bare"));
    const closeBare = scratch.defer(bare.stop);
    const urls: Record<Contender, string> = {
      earshot: site.server.webhookUrl,
      empty: `${site.server.url}/api/ready/bench-empty`,
      upsert: `${site.server.url}/api/ready/bench-upsert`,
      bare: bare.url,
    };
    const drainedMs: number[] = [];
    const run = async (contender: Contender, prefix: string, durationMs: number) => {
      const { acknowledged, elapsedMs, answers } = await site.sender.send({
        url: urls[contender],
        bodies: { kind: "calls", prefix: `${contender}-${prefix}` },
        pace: { kind: "closed", connections },
        until: { durationMs },
        isReference: contender !== "earshot",
      });
      if (Object.keys(answers).join() !== "202") {
        throw new Error(`${contender} answered ${JSON.stringify(answers)}`);
      }
      if (contender === "earshot") drainedMs.push(await awaitDrained(site.server));
      return (acknowledged * 1_000) / elapsedMs;
    };

    for (const contender of contenders) await run(contender, "warm-up", warmUpMs);
    drainedMs.length = 0;
    const perSecond: Record<Contender, number[]> = { earshot: [], empty: [], upsert: [], bare: [] };
    for (let round = 0; round < rounds; round++) {
      for (const contender of turned(round)) {
        perSecond[contender].push(await run(contender, `${round}`, roundMs));
      }
      const speeds = contenders.map((each) => `${each} ${perSecond[each][round]?.toFixed(0)}/s`);
      say(`throughput ${round + 1}/${rounds}: ${speeds.join(", ")}`);
    }
    await closeBare();

    const ratioTo = (other: Contender) =>
      median(perSecond.earshot.map((speed, round) => speed / (perSecond[other][round] ?? 0)));
    return [
      reported("throughput.earshot", median(perSecond.earshot), "events/s"),
      atLeast("throughput.of-empty-route", ratioTo("empty"), "ratio", 0.9),
      atLeast("throughput.of-prisma-upsert", ratioTo("upsert"), "ratio", 1.5),
      atLeast("throughput.of-bare-http-with-journal", ratioTo("bare"), "ratio", 0.5),
      atMost("throughput.drained-after", Math.max(...drainedMs) / 1_000, "s", 5),
      ...(await checkSite("throughput", site)),
    ];
  });
}

/** Each round begins with another one, so that nobody always follows the same neighbour's work. */
function turned(round: number): Contender[] {
  const first = round % contenders.length;
  return [...contenders.slice(first), ...contenders.slice(0, first)];
}

async function startBareServer(dataDir: string) {
  await mkdir(dataDir, { recursive: true });
  const port = await findFreePort();
  const child = fork(fileURLToPath(new URL("./bare-server.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx", "--conditions=react-server"],
    env: bareEnvironment({ DATA_DIR: dataDir, PORT: String(port) }),
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await Promise.race([
    new Promise((resolve) => child.once("message", resolve)),
    ended.then(() => Promise.reject(new Error("The bare server ended before it listened"))),
  ]);
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
