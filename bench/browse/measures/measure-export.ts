import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { to as copyTo } from "pg-copy-streams";
import { atLeast, atMost, type Figure, reported } from "@/bench/report/figure";
import { median } from "@/bench/report/percentile";
import { say } from "@/bench/report/say";
import { isVast, type SeededServer, withClient } from "../open-seeded-server";
import type { BrowseSetting } from "../scenario";

/** The whole list as CSV beside a COPY of the same columns, in turns; and the memory of web. */
export async function measureExport({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const { large } = await servers();
  const rounds = isShort || isVast(large) ? 2 : 5;
  const pid = await large.server.pid("web");
  const ratios: number[] = [];
  const growths: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const copied = await timeCopy(large);
    const before = await readResidentMegabytes(pid);
    const memory = watchMemory(pid);
    const exported = await timeExport(large).catch(async (error) => {
      await memory.stop();
      throw error;
    });
    const growth = (await memory.stop()) - before;
    // The first one warms up both, and the server's heap.
    if (round < 0) continue;
    ratios.push(copied.seconds / exported.seconds);
    growths.push(growth);
    const speed = ({ bytes, seconds }: Taken) => (bytes / seconds / 1e6).toFixed(0);
    say(
      `  export ${exported.seconds.toFixed(1)} s (${speed(exported)} MB/s), COPY ` +
        `${copied.seconds.toFixed(1)} s (${speed(copied)} MB/s), memory +${growth.toFixed(0)} MB`,
    );
  }
  return [
    reported("export.rows", large.rows, "rows"),
    atLeast("export.rate-of-copy", median(ratios), "ratio", 0.5),
    atMost("export.memory-growth", Math.max(...growths), "MB", 64),
  ];
}

type Taken = { bytes: number; seconds: number };

/** What psql's \copy does: the lines are taken as they come. */
function timeCopy({ databaseUrl }: SeededServer): Promise<Taken> {
  return withClient(databaseUrl, async (client) => {
    const begunAt = performance.now();
    const stream = client.query(
      copyTo(`COPY (SELECT ${columns} FROM recording) TO STDOUT CSV HEADER`),
    );
    let bytes = 0;
    for await (const piece of stream) bytes += piece.length;
    return { bytes, seconds: (performance.now() - begunAt) / 1_000 };
  });
}

async function timeExport({ server, cookie }: SeededServer): Promise<Taken> {
  const begunAt = performance.now();
  const sent = request(`${server.url}/api/recordings/export?format=csv`, {
    headers: { Cookie: cookie },
  });
  sent.end();
  const [answer] = await once(sent, "response");
  if (answer.statusCode !== 200) throw new Error(`the export was answered ${answer.statusCode}`);
  let bytes = 0;
  for await (const piece of answer) bytes += piece.length;
  return { bytes, seconds: (performance.now() - begunAt) / 1_000 };
}

/** @returns on stop, the most that the process ever held meanwhile */
function watchMemory(pid: number) {
  let most = 0;
  const look = async () => {
    most = Math.max(most, await readResidentMegabytes(pid));
  };
  const timer = setInterval(look, 100);
  return {
    stop: async () => {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}

async function readResidentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** The columns of the export, as plain SQL has them. */
const columns = `id, minutes_used, call_sid, recording_attachment, campaign, customer_id,
  customer_first_name, customer_last_name, customer_phone_number, customer_gender, customer_email,
  customer_type, customer_is_confirmed, customer_is_phone_number_correct, roster_attachment,
  has_transcript, summary, created_at, status, extra,
  (SELECT string_agg(name, '; ') FROM recording_tag JOIN tag ON key = tag_key
   WHERE recording_id = recording.id AND is_on) AS tags,
  (SELECT state || reason FROM review WHERE recording_id = recording.id AND is_current) AS review,
  (SELECT string_agg(text, '; ') FROM note WHERE recording_id = recording.id) AS notes,
  (SELECT text FROM transcript WHERE recording_id = recording.id AND is_current) AS transcript`;
