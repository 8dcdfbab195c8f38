import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { sendRaw, signInRaw } from "../requests/raw-request";
import type { Segments } from "../requests/routes";
import { type CallingServiceStub, startCallingServiceStub } from "./calling-service-stub";
import { administrator, type Earshot, startEarshot } from "./earshot";
import { embeddedDatabaseUrl } from "./embedded-database";
import { type MarkedRecording, markRecording } from "./marked-recording";

export type SeededServer = {
  earshot: Earshot;
  service: CallingServiceStub;
  recording: MarkedRecording;
  /** What stands for each dynamic segment of a path. */
  segments: Segments;
  /** The administrator's. */
  cookie: string;
  database: pg.Client;
  close: () => Promise<void>;
};

/** An Earshot of its own that holds one call, every field of which is a mark. */
export async function startSeededServer(
  token: string,
  env: Record<string, string>,
): Promise<SeededServer> {
  const marker = `mark${randomBytes(6).toString("hex")}`;
  const service = await startCallingServiceStub({ token, marker });
  const earshot = await startEarshot({
    env: { CALLING_SERVICE_URL: service.url, CALLING_SERVICE_API_KEY: "a key", ...env },
  });
  const recording = markRecording(marker, service);
  const password = env.ADMIN_PASSWORD ?? administrator.password;
  const cookie = await signInRaw(earshot.url, administrator.email, password);
  const deliveryId = await deliver(earshot, recording.payload);
  await waitUntilStored(earshot, cookie, deliveryId);
  const database = new pg.Client(await embeddedDatabaseUrl(earshot.dataDir));
  // The connection may be cut by what a test does to PostgreSQL.
  database.on("error", () => undefined);
  await database.connect();
  // What a journey changes by hand need not outlive a crash, and is changed thousands of times.
  await database.query("SET synchronous_commit = off");
  return {
    earshot,
    service,
    recording,
    cookie,
    database,
    segments: {
      "recordings/[id]": recording.id,
      "deliveries/[id]": deliveryId,
      "customers/[id]": recording.customerId,
      "campaigns/[campaign]": recording.campaign,
      "recordings/[secret]": "not-the-secret-of-this-earshot",
      "set-up/[token]": "not-a-link-of-this-earshot",
      "auth/[...all]": "get-session",
    },
    close: async () => {
      await database.end().catch(() => undefined);
      await earshot.dispose();
      await service.close();
    },
  };
}

/** Posts an event as the calling service does; gives the id of the delivery. */
export async function deliver({ webhookUrl }: Earshot, payload: object): Promise<string> {
  const { origin, pathname } = new URL(webhookUrl);
  const body = JSON.stringify(payload);
  const answer = await sendRaw(origin, { path: pathname, method: "POST", body });
  if (answer.status !== 202) throw new Error(`Not accepted: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text).deliveryId;
}

async function waitUntilStored({ url }: Earshot, cookie: string, id: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { text } = await sendRaw(url, {
      path: `/api/deliveries/${id}`,
      headers: { Cookie: cookie },
    });
    if (JSON.parse(text).outcome === "stored") return;
    await sleep(100);
  }
  throw new Error("The marked call did not reach the ledger");
}
