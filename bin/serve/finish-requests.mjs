import { Server as NetServer } from "node:net";

const patienceMs = 10_000;
const idlePatienceMs = 5_000;

/**
 * Ends a server without breaking a request: what is in flight is finished, within ten seconds.
 * `gently` leaves idle connections open for a while and closes each with its next answer, so that
 * no request meets a connection that is just being closed.
 * @param {import("node:http").Server} server
 * @param {{ gently: boolean }} options
 */
export function finishRequests(server, { gently }) {
  return new Promise((resolve) => {
    if (!server.listening) return resolve(undefined);
    const { upgraded, inFlight } = open.get(server) ?? { upgraded: new Set(), inFlight: new Set() };
    leaving.add(server);
    for (const socket of upgraded) socket.destroy();
    for (const response of inFlight) {
      // Event streams and the web sockets of development never finish; browsers come back to them.
      const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
      if (isStream) response.socket?.destroySoon();
      // The last answer of its connection, which nobody would wait for otherwise.
      response.shouldKeepAlive = false;
    }
    if (gently) {
      // The closing of an HTTP server would end its idle connections at once; this one doesn't.
      NetServer.prototype.close.call(server, resolve);
      setTimeout(() => server.closeIdleConnections(), idlePatienceMs).unref();
    } else {
      server.close(resolve);
    }
    setTimeout(() => server.closeAllConnections(), patienceMs).unref();
  });
}

/**
 * Keeps count of what is open on a server, for its end.
 * @param {import("node:http").Server} server
 */
export function watchRequests(server) {
  const inFlight = new Set();
  const upgraded = new Set();
  open.set(server, { inFlight, upgraded });
  server.on("request", (_request, response) => {
    inFlight.add(response);
    response.once("close", () => inFlight.delete(response));
    if (leaving.has(server)) response.shouldKeepAlive = false;
  });
  server.on("upgrade", (_request, socket) => upgraded.add(socket));
}

/** @type {WeakMap<object, { inFlight: Set<import("node:http").ServerResponse>, upgraded: Set<import("node:stream").Duplex> }>} */
const open = new WeakMap();
const leaving = new WeakSet();
