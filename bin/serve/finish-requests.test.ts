import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { watchRequests } from "./finish-requests.mjs";

test("every response of a connection that ends closes once, also those that waited for their turn", async () => {
  const closed: string[] = [];
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    response.on("close", () => closed.push(request.url ?? ""));
  });
  watchRequests(server);
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
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
