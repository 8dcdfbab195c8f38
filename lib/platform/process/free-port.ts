import { type AddressInfo, createServer } from "node:net";

/** A port that nobody listens on at this moment. */
export async function findFreePort(host = "127.0.0.1"): Promise<number> {
  return (await tryToListen(0, host)).port;
}

/** Null when one can listen there, else the system's error code, such as EADDRINUSE. */
export async function whyNotListen(port: number, host: string): Promise<string | null> {
  try {
    await tryToListen(port, host);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "UNKNOWN";
  }
}

function tryToListen(port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address() as AddressInfo;
      server.close(() => resolve(address));
    });
  });
}
