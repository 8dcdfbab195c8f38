import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { atMost, type Figure, reported } from "../report/figure";
import { median } from "../report/percentile";
import { say } from "../report/say";
import { checkSite } from "../server/check-site";
import { findProgramPids } from "../server/program-pids";
import { signIn } from "../server/sign-in";
import { type Site, withSite } from "../server/site";
import { atLeastLong, atMostLong, type Setting } from "./setting";

const width = 8;

/**
 * The list through the gateway beside web asked directly, in turns; a stream of 2,000 events/s; and what
 * memory all of it takes afterwards.
 */
export async function measurePages(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch, rows } = setting;
  const source = await setting.source();
  return withSite({ scratch, name: "pages", source, rows }, async (site) => {
    const cookie = await signIn(site.server.url);
    const ratios = { perSecond: [] as number[], firstByte: [] as number[] };
    for (let round = -1; round < (isShort ? 3 : 10); round++) {
      const direct = await readPages({ socketPath: await findWeb(site) }, cookie);
      const through = await readPages({ port: new URL(site.server.url).port }, cookie);
      if (round < 0) continue;
      say(
        `pages: ${through.perSecond.toFixed(0)}/s through the gateway, ${direct.perSecond.toFixed(0)}/s`,
      );
      ratios.perSecond.push(through.perSecond / direct.perSecond);
      ratios.firstByte.push(direct.firstByteMs / through.firstByteMs);
    }
    const stream = await holdStream(site, isShort ? 3 : 60);
    const ledger = await checkSite("pages", site);
    const memory = await readMemory(site);
    return [
      atLeastLong(setting, "pages.requests-of-direct", median(ratios.perSecond), "ratio", 0.9),
      atLeastLong(setting, "pages.first-byte-of-direct", median(ratios.firstByte), "ratio", 0.9),
      ...stream,
      ...ledger,
      ...Object.entries(memory.processes).map(([name, megabytes]) =>
        reported(`memory.${name}`, megabytes, "MB"),
      ),
      reported("memory.cached-of-journal", memory.journal, "MB"),
      atMostLong(
        setting,
        "memory.together",
        Object.values(memory.processes).reduce((sum, megabytes) => sum + megabytes, 0),
        "MB",
        450,
      ),
    ];
  });
}

type Place = { port: string } | { socketPath: string };

async function readPages(place: Place, cookie: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const endsMs = performance.now() + 2_000;
  const firstBytes: number[] = [];
  const read = () =>
    new Promise<void>((resolve, reject) => {
      const beganMs = performance.now();
      const headers = { Cookie: cookie, Host: "localhost" };
      const sent = request({ ...place, agent, path: "/recordings", headers }, (answer) => {
        answer.once("data", () => firstBytes.push(performance.now() - beganMs));
        answer.resume().once("end", resolve).once("error", reject);
        if (answer.statusCode !== 200) reject(new Error(`a page answered ${answer.statusCode}`));
      });
      sent.once("error", reject);
      sent.end();
    });
  const one = async () => {
    while (performance.now() < endsMs) await read();
  };
  await Promise.all(Array.from({ length: width }, one));
  agent.destroy();
  return { perSecond: firstBytes.length / 2, firstByteMs: median(firstBytes) };
}

/** The local socket that the gateway passes requests on to. */
async function findWeb(site: Site): Promise<string> {
  const pid = await site.server.pid("web");
  return `${site.server.dataDir}/run/web-${pid}`;
}

/** After which memory is read; how long its events wait is told by `held-load`. */
async function holdStream({ server, sender }: Site, seconds: number): Promise<Figure[]> {
  const { issued, answers, latencyMs } = await sender.send({
    url: server.webhookUrl,
    bodies: { kind: "calls", prefix: "stream" },
    pace: { kind: "open", perSecond: 2_000 },
    until: { durationMs: seconds * 1_000 },
  });
  say(`pages: answers to 2,000 events/s ${JSON.stringify(answers)}`);
  return [
    atMost("stream.not-accepted", issued - (answers["202"] ?? 0), "events", 0),
    reported("stream.latency-p99", latencyMs.p99, "ms"),
  ];
}

type Memory = { processes: Record<string, number>; journal: number };

/**
 * In megabytes, of each Node process: what is resident, and of what several share (Node's own program)
 * each its part, so that the sum is what all of them together take. Apart from that, what the kernel
 * keeps of the journal's file in its cache, which it drops when somebody else wants the memory.
 */
async function readMemory(site: Site): Promise<Memory> {
  const pids = {
    supervisor: site.server.supervisorPid,
    ...(await findProgramPids(site.server.supervisorPid)),
  };
  let journal = 0;
  const found = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => {
      let [own, last] = [0, ""];
      for (const line of pid === null ? [] : (await readMaps(pid)).split("\n")) {
        const [, path] = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
        if (path !== undefined) last = path;
        const megabytes = Number(/^Pss:\s+(\d+) kB/.exec(line)?.[1] ?? 0) / 1_024;
        if (last.endsWith("/data.mdb")) journal += megabytes;
        else own += megabytes;
      }
      return [name, own] as const;
    }),
  );
  return { processes: Object.fromEntries(found), journal };
}

const readMaps = (pid: number) => readFile(`/proc/${pid}/smaps`, "utf8");
