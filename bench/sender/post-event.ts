import { Pool } from "undici";

/** `outcome` is the status, with the problem's code if it has one, or that of the socket's fault. */
export type Answer = { outcome: string; deliveryId: string | null };

export type Connections = Pool;

const timeoutMs = 40_000;

/** Connections that stay open, to one server, of which each carries one request at a time. */
export function openConnections(url: URL, most: number): Connections {
  return new Pool(url.origin, {
    connections: most,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connectTimeout: timeoutMs,
  });
}

/**
 * Never rejects: a fault of the connection is an answer, too. Asks undici's dispatcher itself: where the
 * processors are the server's as well, node:http would take two and a half times as much of them.
 */
export function postEvent(
  connections: Connections,
  { pathname: path }: URL,
  body: Buffer,
  contentType: string,
): Promise<Answer> {
  return new Promise((resolve) => {
    const headers = ["Content-Type", contentType, "Content-Length", String(body.length)];
    const chunks: Buffer[] = [];
    let status = 0;
    connections.dispatch(
      { path, method: "POST", headers, body },
      {
        // Without it the handler is taken for one of the former kind.
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => {
          const text = Buffer.concat(chunks).toString();
          const code = /"code":"([^"]+)"/.exec(text)?.[1];
          resolve({
            outcome: [status, code].filter(Boolean).join(" "),
            deliveryId: readDeliveryId(status, text),
          });
        },
        onResponseError: (_, error: NodeJS.ErrnoException) => {
          resolve({ outcome: error.code ?? error.message, deliveryId: null });
        },
      },
    );
  });
}

function readDeliveryId(status: number, text: string): string | null {
  if (status < 200 || status > 299) return null;
  return /"deliveryId":"([^"]+)"/.exec(text)?.[1] ?? "";
}
