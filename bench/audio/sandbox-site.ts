import { randomBytes } from "node:crypto";
import pg from "pg";
import { runSandbox } from "@/bin/command/project";
import { findFreePort } from "@/lib/platform/process/processes";
import { makeCallRecord, toDocument } from "../bodies/call-record";
import type { Setting } from "../gateway/setting";
import { type Site, withSite } from "../server/site";

export const formats = ["wav", "mp3", "m4a", "ogg", "flac"] as const;

/** What the sandbox can do wrong with a recording, and the state in which such a one ends. */
export const stateOfFault = {
  dead: "not_ready",
  late: "kept",
  refusing: "refused",
  html: "not_audio",
  endless: "too_large",
  mislabelled: "kept",
  bomb: "not_audio",
  truncated: "kept",
  garbled: "kept",
} as const;
export type Fault = keyof typeof stateOfFault;

export type Wish = {
  format: (typeof formats)[number];
  channels: 1 | 2;
  seconds: number;
  fault: Fault | null;
};

/** A call whose recording lies at the sandbox, at this path. */
export type Recording = Wish & { id: string; path: string };

export type SandboxSite = {
  site: Site;
  sandboxUrl: string;
  client: pg.Client;
  recordings: Recording[];
  /** Tells Earshot of these, or of all, a few at a time. */
  send: (recordings?: Recording[]) => Promise<void>;
};

const senders = 8;
/** A calling service has a machine of its own. */
const niceness = 10;

/** Runs the work at a new site that fetches these recordings from a sandbox of its own. */
export async function withSandboxSite<T>(
  { scratch, source }: Setting,
  { name, wishes, maxBytes }: { name: string; wishes: Wish[]; maxBytes: number },
  work: (given: SandboxSite) => Promise<T>,
): Promise<T> {
  return scratch.enclose(async () => {
    const apiKey = randomBytes(12).toString("hex");
    const port = await findFreePort();
    const parameters = ["--port", String(port), "--api-key", apiKey, "--calls", "0"];
    const sandbox = await runSandbox([...parameters, "--seed", "14"], niceness);
    scratch.defer(sandbox.stop);
    const env = {
      AUDIO_STORE: "disk",
      AUDIO_MAX_BYTES: String(maxBytes),
      CALLING_SERVICE_URL: sandbox.url,
      CALLING_SERVICE_API_KEY: apiKey,
    };
    return withSite({ scratch, name, source: await source(), env }, async (site) => {
      const client = new pg.Client(site.databaseUrl);
      await client.connect();
      scratch.defer(() => client.end());
      const recordings: Recording[] = [];
      for (const [index, wish] of wishes.entries()) {
        const path = toPath(await placeTestCall(sandbox.url), wish);
        recordings.push({ ...wish, path, id: `${name}-${index}` });
      }
      const send = (some = recordings) => sendAll(site.server.webhookUrl, sandbox.url, some);
      return work({ site, sandboxUrl: sandbox.url, client, recordings, send });
    });
  });
}

/** The sandbox sends nothing of such a call, but has its recording. */
async function placeTestCall(sandboxUrl: string): Promise<string> {
  const answer = await fetch(`${sandboxUrl}/api/sandbox/test-call`, { method: "POST" });
  const { callSid }: { callSid: string } = await answer.json();
  return callSid;
}

function toPath(callSid: string, { format, channels, seconds, fault }: Wish): string {
  const asked = `seconds=${seconds}&channels=${channels}${fault ? `&fault=${fault}` : ""}`;
  return `/recordings/${callSid}.${format}?${asked}`;
}

async function sendAll(
  webhookUrl: string,
  sandboxUrl: string,
  recordings: Recording[],
): Promise<void> {
  const waiting = [...recordings.entries()];
  const take = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [n, { id, path }] = next;
      const record = { ...makeCallRecord(id, n), recording_attachment: sandboxUrl + path };
      const answer = await fetch(webhookUrl, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(toDocument(record)),
      });
      if (answer.status !== 202) throw new Error(`The event was answered with ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: senders }, take));
}
