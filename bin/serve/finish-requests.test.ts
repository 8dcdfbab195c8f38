import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { dropRest } from "@/lib/platform/answer";
import { finishHead, watchRequests } from "./requests.mjs";

test("every response of a connection that ends closes once, also those that waited for their turn", async () => {
  const closed: string[] = [];
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    response.on("close", () => closed.push(request.url ?? ""));
  });
  watchRequests(server);
  const socket = await connectTo(server);
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: example.com\r\n\r\n`;
  socket.write(ask("/1") + ask("/2") + ask("/3"));
  await expect.poll(() => responses.length).toBe(3);
  responses[0]?.end("done");
  await expect.poll(() => closed).toEqual(["/1"]);
  socket.destroy();
  await expect.poll(() => closed.toSorted()).toEqual(["/1", "/2", "/3"]);
  // None of them comes a second time.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(closed).toHaveLength(3);
});

test.each(["with its length", "in chunks"])(
  "whoever is still sending reads the answer, which came early %s",
  async (way) => {
    const server = createServer((request, response) => {
      finishHead(request, response, dropRest);
      // As Next does, for which the body is a stream that nobody reads.
      request.on("data", () => request.pause());
      if (way === "in chunks") response.writeHead(403).flushHeaders();
      else response.writeHead(403, { "Content-Length": 2 });
      response.end("no");
    });
    const socket = await connectTo(server);
    const faults: Error[] = [];
    let answer = "";
    socket
      .on("error", (error) => faults.push(error))
      .on("data", (bytes) => {
        answer += bytes;
      });
    // It reads when it has sent everything.
    socket.pause();
    socket.write("POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 300000\r\n\r\n");
    for (let part = 0; part < 3; part++) {
      await sleep(50);
      socket.write("x".repeat(100_000));
    }
    await once(socket.resume(), "close");
    expect(faults).toEqual([]);
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toMatch(/\r\n\r\n.*no/s);
  },
);

test("whoever never sends the rest of a body is not waited for long", async () => {
  const server = createServer((request, response) => {
    finishHead(request, response, dropRest);
    response.writeHead(403, { "Content-Length": 2 }).end("no");
  });
  const socket = await connectTo(server);
  socket.write("POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 9\r\n\r\n");
  await once(socket.resume(), "end", { signal: AbortSignal.timeout(5_000) });
});

async function connectTo(server: ReturnType<typeof createServer>): Promise<Socket> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  return socket;
}
