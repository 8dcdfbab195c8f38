import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type TestServer = { origin: string; port: number; connections: () => number };

const running = new Set<Server>();

/** Starts a real HTTP server on a free port of loopback, and counts who connects. */
export async function serveForTest(
  answer: RequestListener,
  host = "127.0.0.1",
): Promise<TestServer> {
  let connections = 0;
  const server = createServer(answer).on("connection", () => {
    connections += 1;
  });
  running.add(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return { origin, port, connections: () => connections };
}

/** Stops every server that was started, with what is still open. */
export async function stopTestServers(): Promise<void> {
  const servers = [...running];
  running.clear();
  await Promise.all(
    servers.map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
}
