import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A network between Earshot and its database that can be made to fail. */
export type Network = {
  /** The address of the database through it. */
  url: string;
  /** Passes nothing on: neither what is open nor what is new is answered, refused or ended. */
  swallow: () => void;
  /** Ends every connection in the middle of whatever answer comes next. */
  cutAnswers: () => void;
  /** Passes on again; what was swallowed is gone, and nobody has told either side. */
  mend: () => void;
  close: () => Promise<void>;
};

export async function openNetwork(databaseUrl: string): Promise<Network> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: "whole" | "swallowing" | "cutting" = "whole";

  const server = createServer((client) => {
    if (state === "swallowing") return keep(client);
    const upstream = connect(Number(target.port), target.hostname);
    const pair = [client, upstream];
    let isLost = false;
    for (const socket of pair) keep(socket);
    client.on("data", (chunk) => {
      isLost ||= state === "swallowing";
      if (!isLost) upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      isLost ||= state === "swallowing";
      if (isLost) return;
      if (state !== "cutting") return client.write(chunk);
      client.end(chunk.subarray(0, Math.ceil(chunk.length / 2)));
      upstream.destroy();
    });
    for (const [one, other] of [pair, pair.toReversed()]) {
      one?.once("close", () => isLost || other?.destroy());
    }
  });
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    swallow: () => {
      state = "swallowing";
    },
    cutAnswers: () => {
      state = "cutting";
    },
    mend: () => {
      state = "whole";
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
