import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { exchange } from "@/bench/bodies/hostile-requests";
import { upgradeHeaders, type WireRequest, wireRequests } from "@/bench/bodies/wire-requests";
import { sendRaw, signInRaw } from "../support/requests/raw-request";
import { makeEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { findServerAction, toActionCall } from "../support/sweep/server-actions";

let earshot: Earshot;
let cookie: string;
let requests: WireRequest[];

test.beforeAll(async () => {
  earshot = await startEarshot();
  cookie = await signInRaw(earshot.url, administrator.email, administrator.password);
  requests = wireRequests(new URL(earshot.webhookUrl).pathname);
});
test.afterAll(() => earshot?.dispose());

test("every request is answered as the webhook's table of answers says", async () => {
  const kept = new Map<string, string>();
  await Promise.all(
    requests.map(async (request) => {
      const { status, text } = await exchange(earshot.webhookUrl, request);
      expect.soft(request.expected, request.name).toContain(status);
      if (status === 202) kept.set(/"deliveryId":"([^"]+)"/.exec(text)?.[1] ?? "", sha256(request));
      else if (status !== "closed") expectProblem(request.name, status, text);
    }),
  );

  expect(kept.size).toBe(requests.filter(({ expected }) => expected.includes(202)).length);
  for (const [deliveryId, hash] of kept) {
    expect((await readDelivery(deliveryId)).sha256).toBe(hash);
  }
});

test("requests that no browser sends are answered, and none with a fault of the server", async () => {
  const { pathname } = new URL(earshot.webhookUrl);
  const lines = [
    "TRACE / HTTP/1.1",
    "OPTIONS * HTTP/1.1",
    "PROPFIND /recordings HTTP/1.1",
    "OPTIONS /recordings HTTP/1.1",
    "PUT /recordings HTTP/1.1",
    "DELETE / HTTP/1.1",
    "GET http://other.example.com/sign-in HTTP/1.1",
    "GET //api//health HTTP/1.1",
    `GET http://other.example.com${pathname} HTTP/1.1`,
    "GET /\\recordings HTTP/1.1",
    "GET /%00 HTTP/1.1",
    "GET /..%2f..%2fetc HTTP/1.1",
    "GET /recordings/%2e%2e HTTP/1.1",
  ];
  for (const line of lines) {
    const request = { name: line, parts: [`${line}\r\nHost: other.example.com\r\n\r\n`] };
    const { status, text } = await exchange(earshot.url, { ...request, expected: [] }, 5_000);
    expect.soft(status, `${line}: ${text.slice(0, 300)}`).not.toBe("closed");
    expect.soft(Number(status), `${line}: ${text.slice(0, 300)}`).toBeLessThan(500);
    // What a redirect shows, a proxy's log keeps.
    expect.soft(text, line).not.toContain(pathname.split("/").at(-1));
    expect.soft(text, line).not.toMatch(/^location: .*other\.example/im);
  }
});

test("behind a proxy that tells its own host, or a stranger's, actions work for our pages alone", async () => {
  const accept = await findServerAction("lib/access/members/actions.ts acceptInvitation");
  const password = "not a password of anybody";
  const given = { token: "invented", name: "Eve", email: "eve@example.com", password };
  const call = await toActionCall(accept, "/sign-in", [null, given]);
  const post = (headers: Record<string, string>) =>
    sendRaw(earshot.url, { ...call, headers: { ...call.headers, ...headers } });
  const direct = await post({ Origin: earshot.url });
  expect(direct.status).toBe(200);
  const told: Record<string, string>[] = [
    { Host: "backend:3000" },
    { "X-Forwarded-Host": "other.example.com" },
  ];
  for (const headers of told) {
    const answer = await post({ Origin: earshot.url, ...headers });
    expect.soft(answer.status, JSON.stringify(headers)).toBe(200);
    expect.soft(answer.text).toContain("refusal");
    const foreign = await post({ ...headers, Origin: "http://other.example.com" });
    expect.soft(foreign.text, JSON.stringify(headers)).not.toContain("refusal");
  }
});

/** Idle connections that the gateway keeps to web, open on both sides. */
const keptBetween = 64;

for (const protocol of ["h2c", "websocket"]) {
  test(`offering to go on as ${protocol} changes no answer and holds nothing open`, async () => {
    const paths = ["/x", "/sign-in", "/api/health", "/api/ready", "/_next/hmr", "/icon.svg"];
    const offer = upgradeHeaders(protocol);
    for (const path of paths) {
      const plain = await ask(path);
      expect.soft(await ask(path, offer), path).toEqual(plain);
      expect.soft(plain.status, path).not.toBe("closed");
    }

    const openBefore = await countDescriptors();
    for (let turn = 0; turn < 10; turn++) {
      const visitors = Array.from({ length: 30 }, (_, n) => ask(paths[n % 3] ?? "", offer));
      await Promise.all(visitors);
    }
    // Connections to the database come and go, and so do those between gateway and web.
    await expect.poll(countDescriptors).toBeLessThan(openBefore + 20 + 2 * keptBetween);
  });
}

/** The first answer that comes within two seconds, if one does; then the connection is left. */
async function ask(path: string, headers: string[] = []) {
  const head = [`GET ${path} HTTP/1.1`, "Host: earshot", ...headers].join("\r\n");
  const request = { name: path, parts: [`${head}\r\n\r\n`], expected: [] };
  const { status, text } = await exchange(earshot.url, request, 2_000);
  return { status, type: /^content-type: (.+)\r$/im.exec(text)?.[1] };
}

async function countDescriptors(): Promise<number> {
  const { gateway, web } = await earshot.pids();
  const open = await Promise.all([gateway, web].map((pid) => readdir(`/proc/${pid}/fd`)));
  return open.flat().length;
}

test("bodies of far too many records are held back whole, and events beside them are stored", async () => {
  const bodies = [
    `[${Array(500_000).fill("{}").join()}]`,
    `[${Array(250_000).fill('{"id":"r","call_sid":"CA1"}').join()}]`,
  ];
  const [hostile, beside] = await Promise.all([
    Promise.all(bodies.map(post)),
    Promise.all(Array.from({ length: 30 }, () => post(JSON.stringify(makeEvent())))),
  ]);
  await expect
    .poll(async () => (await Promise.all(beside.map(readDelivery))).map(({ outcome }) => outcome))
    .toEqual(beside.map(() => "stored"));
  await expect
    .poll(async () => (await Promise.all(hostile.map(readDelivery))).map(({ outcome }) => outcome))
    .toEqual(["quarantined", "quarantined"]);
  const held = await Promise.all(hostile.map(readDelivery));
  expect(held.map(({ records }) => records.length)).toEqual([1, 1]);
  expect(held.map(({ records }) => records[0]?.problems[0]?.message)).toEqual([
    "holds 500,000 records; at most 200,000 are read from one delivery",
    "holds 250,000 records; at most 200,000 are read from one delivery",
  ]);
});

async function post(body: string): Promise<string> {
  const answer = await fetch(earshot.webhookUrl, { method: "POST", body });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { deliveryId: string }).deliveryId;
}

function expectProblem(name: string, status: number, text: string): void {
  expect.soft(text, name).toMatch(/^content-type: application\/problem\+json/im);
  if (!name.startsWith("HEAD")) {
    expect.soft(text, name).toMatch(/"code":"[a-z-]+".*"requestId":"[\w-]{36}"/);
  }
  if (status === 405) expect.soft(text, name).toMatch(/^allow: POST\r$/im);
}

type Delivery = {
  sha256: string;
  outcome: string;
  records: { problems: { message: string }[] }[];
};

async function readDelivery(deliveryId: string): Promise<Delivery> {
  const answer = await sendRaw(earshot.url, {
    path: `/api/deliveries/${deliveryId}`,
    headers: { Cookie: cookie },
  });
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
}

function sha256({ body = "" }: WireRequest): string {
  return createHash("sha256").update(body).digest("hex");
}
