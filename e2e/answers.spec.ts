import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { exchange } from "@/bench/bodies/exchange";
import { type WireRequest, wireRequests } from "@/bench/bodies/wire-requests";
import { administrator, type Earshot, startEarshot } from "./support/earshot";
import { sendRaw, signInRaw } from "./support/raw-request";

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

function expectProblem(name: string, status: number, text: string): void {
  expect.soft(text, name).toMatch(/^content-type: application\/problem\+json/im);
  expect.soft(text, name).toMatch(/"code":"[a-z-]+".*"requestId":"[\w-]{36}"/);
  if (status === 405) expect.soft(text, name).toMatch(/^allow: POST\r$/im);
}

async function readDelivery(deliveryId: string): Promise<{ sha256: string }> {
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
