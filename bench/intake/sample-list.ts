import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCallRecord, toDocument } from "../bodies/call-record";
import { replaceAt } from "../bodies/hostile-bodies";
import { signIn } from "../server/sign-in";
import type { Site } from "../server/site";

const pauseMs = 500;
const patienceMs = 30_000;

/** Sends an event now and then, and looks at the page as a person would until it is there. */
export async function sampleList({ server, ledger }: Site, prefix: string) {
  const cookie = await signIn(server.url);
  const lagsMs: number[] = [];
  const stopping = new AbortController();

  const sampleOne = async (n: number) => {
    const id = `${prefix}-${n}`;
    const record = replaceAt(makeCallRecord(id, n), ["customer", "details", "id"], id);
    const body = JSON.stringify(toDocument(record));
    const answer = await fetch(server.webhookUrl, { method: "POST", body });
    const acknowledgedAtMs = performance.now();
    if (answer.status !== 202) return;
    const { deliveryId }: { deliveryId: string } = await answer.json();
    const atMs = performance.timeOrigin + acknowledgedAtMs;
    const sha256 = createHash("sha256").update(body).digest("hex");
    ledger.add({ sha256, attempts: 1, acks: [{ deliveryId, atMs }], recordingId: id });
    const search = `${server.url}/recordings?customer=${id}`;
    while (performance.now() - acknowledgedAtMs < patienceMs) {
      const page = await fetch(search, { headers: { Cookie: cookie } });
      if ((await page.text()).includes(`/recordings/${id}"`)) break;
      await sleep(20);
    }
    lagsMs.push(performance.now() - acknowledgedAtMs);
  };
  const sample = async () => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      await sampleOne(n);
      await sleep(pauseMs);
    }
  };
  const done = sample();
  done.catch(() => undefined);
  return {
    lagsMs,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
