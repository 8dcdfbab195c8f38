import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { byLength, longer } from "../support/requests/fault-length";
import { type ProxyServer, startProxies } from "../support/requests/proxies";
import { sendRaw, signInRaw } from "../support/requests/raw-request";
import { makeEvent } from "../support/requests/recording-event";
import { compileSenders, prepareSenders, type Sender } from "../support/requests/senders";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";

test.describe.configure({ timeout: 240_000, mode: "serial" });

let folder: string;
let earshot: Earshot;
let proxies: ProxyServer[];
/** Earshot by itself, and behind each of them. */
let places: { name: string; url: string }[];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-senders-"));
  earshot = await startEarshot();
  proxies = await startProxies(earshot.url, folder);
  places = [{ name: "no proxy", url: earshot.url }, ...proxies];
  for (const { name, url } of proxies) {
    const isUp = () => fetch(`${url}/api/health`).then(({ status }) => status);
    await expect(async () => expect(await isUp(), name).toBe(200)).toPass();
  }
});
test.afterAll(async () => {
  for (const proxy of proxies ?? []) await proxy.stop();
  await earshot?.dispose();
  await rm(folder, { recursive: true, force: true });
});

test(
  "what curl, Python, PHP and, in the long form, Java and Go post by themselves is kept",
  longer,
  async () => {
    const compiled = byLength(false, true) ? await compileSenders(folder) : [];
    await expectKept([...(await prepareSenders(folder)), ...compiled]);
  },
);

test("people sign in, read and are told of new calls behind nginx and HAProxy", async () => {
  for (const { name, url } of places) {
    const cookie = await signInRaw(url, administrator.email, administrator.password);
    const page = await sendRaw(url, { path: "/recordings", headers: { Cookie: cookie } });
    expect(page.status, name).toBe(200);
    const leaving = new AbortController();
    const stream = await fetch(`${url}/api/recordings/events`, {
      headers: { Cookie: cookie, Accept: "text/event-stream" },
      signal: leaving.signal,
    });
    expect(stream.status, name).toBe(200);
    const event = makeEvent();
    const body = JSON.stringify(event);
    const webhook = url + new URL(earshot.webhookUrl).pathname;
    expect((await fetch(webhook, { method: "POST", body })).status, name).toBe(202);
    let told = "";
    for await (const chunk of stream.body ?? []) {
      told += Buffer.from(chunk).toString();
      if (told.includes(event.data.id)) break;
    }
    expect(told, name).toContain(event.data.id);
    leaving.abort();
  }
});

/** Directly and through both proxies each of them posts three events, and the ledger has what was sent, byte by byte. */
async function expectKept(senders: Sender[]): Promise<void> {
  const cookie = await signInRaw(earshot.url, administrator.email, administrator.password);
  for (const place of places) {
    const url = place.url + new URL(earshot.webhookUrl).pathname;
    for (const { language, post } of senders) {
      const name = `${language} behind ${place.name}`;
      // The second follows on the connection of the first, where a client keeps it; the last is nearly as
      // large as nginx lets through.
      const padding = "-".repeat(900_000);
      const bodies = [makeEvent(), makeEvent(), { ...makeEvent(), padding }];
      const files = await Promise.all(
        bodies.map(async (body, n) => {
          const file = join(folder, `event-${n}.json`);
          await writeFile(file, JSON.stringify(body));
          return file;
        }),
      );
      const printed = await post(url, files);
      const ids = [...printed.matchAll(/"deliveryId":"([\w-]{36})"/g)].map(([, id]) => id);
      expect(ids, `${name}: ${printed}`).toHaveLength(files.length);
      for (const [n, id] of ids.entries()) {
        const { text } = await sendRaw(earshot.url, {
          path: `/api/deliveries/${id}`,
          headers: { Cookie: cookie },
        });
        const sent = await readFile(files[n] ?? "");
        const sha256 = createHash("sha256").update(sent).digest("hex");
        expect(JSON.parse(text), name).toMatchObject({ sha256 });
      }
    }
  }
}
