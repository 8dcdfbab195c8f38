import type { RequestListener } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serveForTest, stopTestServers, type TestServer } from "@/lib/calling-service/test-server";
import { answerAudio } from "./answer-audio";
import type { Resolve } from "./guard-connection";
import { codeOf, getRequest, goodToken, sourceForTest } from "./test-source";

let canary: TestServer;
let tokens: (string | undefined)[];

beforeEach(async () => {
  tokens = [];
  canary = await serveForTest((request, response) => {
    tokens.push(request.headers.authorization);
    response.writeHead(200, { "Content-Type": "audio/wav" }).end("RIFF");
  });
});
afterEach(stopTestServers);

const ask = async (address: string, source = sourceForTest()) =>
  codeOf(await answerAudio("r1", address, getRequest(), source));

/** The service, which hears the token, and answers as it is told. */
async function startService(answer: RequestListener) {
  const seen: (string | undefined)[] = [];
  const server = await serveForTest((request, response) => {
    seen.push(request.headers.authorization);
    answer(request, response);
  });
  return { ...server, seen };
}
const bearer = `Bearer ${goodToken}`;

test("the token is sent to no other origin, however alike it looks", async () => {
  const service = await startService((_request, response) => response.writeHead(404).end());
  const { port } = service;
  const alike = [
    `http://localhost:${canary.port}/`,
    `http://127.0.0.1:${canary.port}/`,
    `http://127.0.0.1:${port}.files.example.com:${canary.port}/`,
    `http://127.0.0.1.files.example.com:${canary.port}/127.0.0.1:${port}`,
    `http://files.example.com:${canary.port}/?http://127.0.0.1:${port}/`,
    `http://files.example.com:${canary.port}/#@127.0.0.1:${port}/`,
  ];
  const resolve: Resolve = (_hostname, _options, callback) =>
    callback(null, [{ address: "127.0.0.1", family: 4 }]);
  const audioHosts = ["localhost", "files.example.com", "127.0.0.1.files.example.com"];
  audioHosts.push(`127.0.0.1:${canary.port}`);
  const source = sourceForTest({ serviceOrigin: service.origin, audioHosts, resolve });
  for (const url of alike) await ask(url, source);
  expect(tokens.length).toBeGreaterThanOrEqual(5);
  expect(new Set(tokens)).toEqual(new Set([undefined]));
  expect(service.seen).toEqual([]);
  for (const url of [`http://127.1:${port}/`, `http://2130706433:${port}/`]) await ask(url, source);
  expect(new Set(service.seen)).toEqual(new Set([bearer]));
});

test.each([301, 302, 303, 307, 308])(
  "the token stays behind at a redirect by %i",
  async (status) => {
    const target = `http://127.0.0.1:${canary.port}/`;
    const service = await startService((_request, response) =>
      response.writeHead(status, { Location: target }).end(),
    );
    const audioHosts = [`127.0.0.1:${canary.port}`];
    const source = sourceForTest({ serviceOrigin: service.origin, audioHosts });
    expect(await ask(service.origin, source)).toBe(200);
    expect(service.seen).toEqual([bearer]);
    expect(tokens).toEqual([undefined]);
  },
);

test("the token is not won by a 401 of another host, nor by its challenge", async () => {
  const asking = await startService((_request, response) =>
    response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end(),
  );
  const service = await startService((_request, response) =>
    response.writeHead(302, { Location: asking.origin }).end(),
  );
  const audioHosts = [new URL(asking.origin).host];
  const source = sourceForTest({ serviceOrigin: service.origin, audioHosts });
  expect(await ask(service.origin, source)).toBe("audio-refused");
  expect(asking.seen).toEqual([undefined]);
});
