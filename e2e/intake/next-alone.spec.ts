import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { exchange } from "@/bench/bodies/hostile-requests";
import { wireRequests } from "@/bench/bodies/wire-requests";
import { readStored } from "@/bench/ledger/read-stored";
import { inProject } from "@/bin/command/project";
import { bareEnvironment, findFreePort } from "@/lib/platform/process/processes";
import {
  type OwnPostgres,
  startOwnPostgres,
  urlOfDatabase,
} from "../support/postgres/own-postgres";
import { sendRaw, signInRaw } from "../support/requests/raw-request";
import { administrator, startEarshot } from "../support/server/earshot";

const secret = "the-secret-of-a-host-without-npm-start";
/** What Node itself answers or closes before Next or Earshot sees a request. */
const ofNode =
  /^(half a head|a chunk of|length and|two lengths|a negative|no HTTP|TLS|a header of|FROB|CONNECT)/;
/**
 * Next answers no upgrade and no TRACE, redirects an absolute form, fails on a bare percent sign, and leaves
 * hosts and expectations to Node, which insists on the one and refuses the other.
 */
const ofNext = /offer to go on|in absolute form|^secret %$|^TRACE|without a host|an expectation/;

let postgres: OwnPostgres;

test.beforeAll(async () => {
  postgres = await startOwnPostgres();
  await postgres.run("CREATE DATABASE migrated");
  const env = { DATABASE_URL: urlOfDatabase(postgres.url, "migrated") };
  await (await startEarshot({ env })).dispose();
});
test.afterAll(() => postgres?.stop());

for (const WORKER of ["inside", "separate"]) {
  test(`plain next start, its worker ${WORKER}, answers as the table says, stores what it accepts, and says so while the database is away`, async () => {
    await postgres.run(`CREATE DATABASE ${WORKER} TEMPLATE migrated`);
    const databaseUrl = urlOfDatabase(postgres.url, WORKER);
    const folder = await mkdtemp(join(tmpdir(), "earshot-next-alone-"));
    const running: ChildProcess[] = [];
    try {
      const port = String(await findFreePort());
      const env = {
        PORT: port,
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        WEBHOOK_SECRET: secret,
        AUTH_SECRET: "an auth secret of more than 32 characters",
        LOG_LEVEL: "warn",
        WORKER,
      };
      const next = ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", port];
      running.push(run(next, env));
      if (WORKER === "separate") {
        running.push(run(["--import", "tsx", "--conditions=react-server", "bin/worker.ts"], env));
      }
      const origin = `http://127.0.0.1:${port}`;
      const health = () =>
        fetch(`${origin}/api/health`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(health).toBe(200);

      const path = `/api/webhooks/recordings/${secret}`;
      const requests = wireRequests(path).filter(
        ({ name }) => !ofNode.test(name) && !ofNext.test(name),
      );
      const kept = new Map<string, string>();
      await Promise.all(
        requests.map(async (request) => {
          const { status, text } = await exchange(origin, request);
          expect.soft(request.expected, `${request.name}: ${text.slice(0, 500)}`).toContain(status);
          const deliveryId = /"deliveryId":"([^"]+)"/.exec(text)?.[1];
          if (status === 202) kept.set(deliveryId ?? "", sha256(request.body ?? ""));
          else if (isProblem(text) && !request.name.startsWith("HEAD")) {
            expect.soft(text, request.name).toMatch(/"code":"[a-z-]+".*"requestId":"[\w-]{36}"/);
          }
        }),
      );
      expect(kept.size).toBe(requests.filter(({ expected }) => expected.includes(202)).length);
      const stored = async () => {
        const rows = await readStored(databaseUrl);
        return new Map(rows.map(({ deliveryId, bodySha256 }) => [deliveryId, bodySha256]));
      };
      await expect.poll(stored).toEqual(kept);
      await expectLaterWhileAway(origin);
    } finally {
      for (const child of running) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Whoever asks for a page without the database is told to come again, as behind the gateway. */
async function expectLaterWhileAway(origin: string): Promise<void> {
  const { email, password } = administrator;
  const headers = { Cookie: await signInRaw(origin, email, password) };
  const ask = (path: string, method = "GET") => sendRaw(origin, { path, method, headers });
  expect((await ask("/recordings")).status).toBe(200);
  await postgres.halt();
  try {
    for (const [path, method] of [
      ["/recordings", "GET"],
      ["/recordings", "HEAD"],
      ["/settings/members", "GET"],
      ["/api/ready", "GET"],
    ] as const) {
      const { status, seen } = await ask(path, method);
      expect.soft(status, `${method} ${path}`).toBe(503);
      expect.soft(String(seen), `${method} ${path}`).toMatch(/^retry-after\n\d+$/im);
    }
  } finally {
    await postgres.resume();
  }
}

function isProblem(text: string): boolean {
  return /^content-type: application\/problem/im.test(text);
}

function run(parameters: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, parameters, {
    cwd: inProject(),
    env: bareEnvironment(env),
    stdio: "ignore",
  });
}

function sha256(body: string | Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
