import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { changeRole, removeMember } from "../members/members";
import {
  addAccount,
  emptyAccess,
  openTestAccess,
  origin,
  post,
  signedInHeaders,
} from "../members/test-access";
import { routeWhileSignedIn } from "./route";
import { type Serve, serveWhileSignedIn } from "./serve";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess());
});
beforeEach(emptyAccess);
afterAll(() => close());

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const sendDone: Serve = async (_, response) => {
  response.end("done");
  return "answered";
};
/** An answer that has begun and goes on until it is broken off. */
const goOn: Serve = async (_, response) => {
  response.write("begun");
  await once(response, "close");
  return "answered";
};
/** The same, by whoever is told later that it is over. */
const lend: Serve = async (_, response) => {
  response.writeHead(200, { "Content-Length": 5 }).flushHeaders();
  return "answered";
};

async function listen(serve: Serve) {
  const answer = serveWhileSignedIn("file", serve);
  const server = createServer(async (incoming, response) => {
    const outcome = await answer(incoming, response);
    if (outcome === "elsewhere") response.writeHead(421).end();
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return async (headers: Headers): Promise<IncomingMessage> => {
    const cookie = headers.get("cookie") ?? "";
    const sent = request({ host: "127.0.0.1", port, agent: false, headers: { cookie } });
    sent.end();
    const [answered] = await once(sent, "response");
    return answered;
  };
}

async function aPerson() {
  const { userId, email } = await addAccount("administrator");
  return { userId, headers: await signedInHeaders(email) };
}

test("who isn't signed in is told so, in the words of the route", async () => {
  const ask = await listen(sendDone);
  const answer = await ask(new Headers());
  const open = routeWhileSignedIn("file", {}, () => new Response("done"));
  const route = await open(new Request(origin), { params: Promise.resolve({}) });
  const [own, other] = [JSON.parse(await text(answer)), await route.json()];
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
    route.status,
    route.headers.get("content-type"),
  ]);
  expect({ ...own, requestId: "" }).toEqual({ ...other, requestId: "" });
});

test("who asked a moment ago is let in without the database, for less than a second", async () => {
  const ask = await listen(sendDone);
  const { headers } = await aPerson();
  expect(await text(await ask(headers))).toBe("done");
  // As another process ends it.
  await db().session.deleteMany();
  const endedMs = performance.now();
  expect((await ask(headers)).statusCode).toBe(200);
  await expect.poll(async () => (await ask(headers)).statusCode, { interval: 50 }).toBe(401);
  expect(performance.now() - endedMs).toBeLessThan(1_000);
});

const endings = {
  "signs out": ({ headers }: Person) =>
    post("/sign-out", {}, { cookie: headers.get("cookie") ?? "", origin }),
  "is removed": async ({ userId }: Person) => {
    await addAccount("administrator");
    await removeMember(userId);
  },
};
type Person = Awaited<ReturnType<typeof aPerson>>;

for (const [how, end] of Object.entries(endings)) {
  test(`who ${how} here is out at once, and what is under way ends within a second`, async () => {
    const [ask, begin, borrow] = [await listen(sendDone), await listen(goOn), await listen(lend)];
    const person = await aPerson();
    const underWay = await begin(person.headers);
    const lent = await borrow(person.headers);
    expect((await ask(person.headers)).statusCode).toBe(200);
    await end(person);
    const endedMs = performance.now();
    expect((await ask(person.headers)).statusCode).toBe(401);
    await Promise.all([underWay, lent].map((one) => expect(text(one)).rejects.toThrow("aborted")));
    expect(performance.now() - endedMs).toBeLessThan(1_000);
  });
}

test("a change of role ends what is under way, and who asks anew is let in anew", async () => {
  const [ask, begin] = [await listen(sendDone), await listen(goOn)];
  await addAccount("administrator");
  const { headers, userId } = await aPerson();
  const underWay = await begin(headers);
  await changeRole(userId, "member");
  await expect(text(underWay)).rejects.toThrow("aborted");
  expect((await ask(headers)).statusCode).toBe(200);
});

test("a person has so many places, which come back with each end", async () => {
  const [ask, begin, borrow, leave] = [
    await listen(sendDone),
    await listen(goOn),
    await listen(lend),
    await listen(async () => "elsewhere"),
  ];
  const { headers } = await aPerson();
  for (let time = 0; time < 2 * budgets.openAnswers.file; time++) {
    expect((await leave(headers)).statusCode).toBe(421);
  }
  const open = await Promise.all(
    Array.from({ length: budgets.openAnswers.file }, (_, index) =>
      (index % 2 === 0 ? begin : borrow)(headers),
    ),
  );
  const refused = await ask(headers);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([
    429,
    String(budgets.openAnswers.retrySeconds),
  ]);
  expect(JSON.parse(await text(refused)).code).toBe("too-many-open");
  for (const one of open) one.on("error", () => undefined).destroy();
  await expect.poll(async () => (await ask(headers)).statusCode).toBe(200);
});

test("what fails is a problem before the answer has begun, and breaks it off afterwards", async () => {
  const { headers } = await aPerson();
  const before = await listen(async () => {
    throw new Error("no luck");
  });
  const failed = await before(headers);
  expect([failed.statusCode, JSON.parse(await text(failed)).code]).toEqual([500, "internal-error"]);
  const after = await listen(async (_, response) => {
    await new Promise((resolve) => response.write("begun", resolve));
    await sleep(50);
    throw new Error("no luck");
  });
  await expect(text(await after(headers))).rejects.toThrow("aborted");
});
