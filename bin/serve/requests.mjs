import { Server as NetServer } from "node:net";

const timeoutMs = 10_000;
const idleTimeoutMs = 5_000;

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
    leaving.add(server);
    // Event streams and the web sockets of development never finish; browsers come back to them.
    for (const socket of upgraded.get(server) ?? []) socket.destroy();
    for (const response of inFlight.get(server) ?? []) {
      const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
      if (isStream) response.socket?.destroySoon();
      // The last answer of its connection, which nobody would wait for otherwise.
      response.shouldKeepAlive = false;
    }
    if (gently) {
      // The closing of an HTTP server would end its idle connections at once; this one doesn't.
      NetServer.prototype.close.call(server, resolve);
      setTimeout(() => server.closeIdleConnections(), idleTimeoutMs).unref();
    } else {
      server.close(resolve);
    }
    setTimeout(() => server.closeAllConnections(), timeoutMs).unref();
  });
}

/**
 * Keeps count of what is being answered on a server, for its end.
 * @param {import("node:http").Server} server
 */
export function watchRequests(server) {
  const responses = new Set();
  inFlight.set(server, responses);
  server.on("request", (request, response) => {
    responses.add(response);
    response.once("close", () => responses.delete(response));
    closeWithConnection(request.socket, response);
    if (leaving.has(server)) response.shouldKeepAlive = false;
  });
}

/**
 * A request that was sent before the one in front of it was answered has no socket until then, and
 * its response would never tell that its connection is gone.
 * @param {import("node:net").Socket} socket
 * @param {import("node:http").ServerResponse} response
 */
function closeWithConnection(socket, response) {
  let open = unanswered.get(socket);
  if (!open) {
    const all = new Set();
    open = all;
    unanswered.set(socket, all);
    socket.once("close", () => {
      const waiting = [...all].filter((left) => !left.socket);
      for (const left of waiting) left.destroy();
      // A newer Node tells it by itself.
      setImmediate(() => {
        for (const left of waiting) if (all.has(left)) left.emit("close");
      });
    });
  }
  open.add(response);
  response.once("close", () => open.delete(response));
}

/**
 * The same for connections that have become web sockets. From then on requests with an `Upgrade`
 * header are no requests any more: they must be answered by somebody who listens for upgrades.
 * @param {import("node:http").Server} server
 */
export function watchUpgrades(server) {
  const sockets = new Set();
  upgraded.set(server, sockets);
  server.on("upgrade", (_request, socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
}

/** @type {WeakMap<object, Set<import("node:http").ServerResponse>>} */
const inFlight = new WeakMap();
/** @type {WeakMap<object, Set<import("node:http").ServerResponse>>} */
const unanswered = new WeakMap();
/** @type {WeakMap<object, Set<import("node:stream").Duplex>>} */
const upgraded = new WeakMap();
const leaving = new WeakSet();

/**
 * What Next leaves out of an answer's head.
 *
 * It drops the `Content-Length` of a route's answer. Players want it, and so a file that breaks off is
 * noticed: where its length is known, the route says it in a header of our own.
 *
 * And it lets go of a body that it answered early without reading it to its end, so that no other
 * request could follow on its connection: such a connection ends with its answer, once the rest of the
 * body has come and gone. Whoever is still sending would meet a closed connection, and never read why.
 * Not the gateway's, which asks for a file and sends the one byte of its body when it has the answer.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {typeof import("../../lib/platform/answer").dropRest} dropRest
 */
export function finishHead(request, response, dropRest) {
  const isAnswered = () => request.complete || request.headers["earshot-file"] !== undefined;
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (/** @type {Parameters<typeof writeHead>} */ ...head) => {
    const length = response.getHeader("Earshot-Content-Length");
    if (length !== undefined) {
      response.removeHeader("Earshot-Content-Length");
      response.setHeader("Content-Length", length);
    }
    if (!isAnswered()) response.shouldKeepAlive = false;
    return writeHead(...head);
  };
  const end = response.end.bind(response);
  response.end = (/** @type {any[]} */ ...last) => {
    if (isAnswered()) return end(...last);
    const [bytes, encoding] = last.filter((one) => typeof one !== "function");
    if (bytes) response.write(bytes, encoding);
    const dropped = dropRest(request, Number.POSITIVE_INFINITY);
    dropped.then(() => end(last.find((one) => typeof one === "function")));
    return response;
  };
}

/**
 * Lets only so many requests be worked on at a time; the others wait, and each address gets its turn
 * in turn, so that a crowd from one holds up nobody else. A crowd that opens pages would otherwise
 * fill every turn of the event loop, and events with it. A request's turn is over with the head of
 * its answer, so that streams hold up nobody. When too many wait, the last one of whoever has most of
 * them waiting is told to come again.
 */
export class PageQueue {
  #underWay = 0;
  #waiting = 0;
  /** Who waits, by address; the one whose turn is next comes first. @type {Map<string, Visit[]>} */
  #lines = new Map();

  /**
   * @typedef {{ response: import("node:http").ServerResponse, work: () => void }} Visit
   * @param {object} limits
   * @param {number} limits.width so many at a time
   * @param {number} limits.waiting so many wait at most
   * @param {(response: Visit["response"]) => void} limits.refuse answers who is to come again later
   * @param {number} [limits.turnMs] the longest turn; whatever takes longer no longer counts
   */
  constructor(limits) {
    this.limits = limits;
  }

  /**
   * @param {Visit["response"]} response
   * @param {string} address
   * @param {() => void} work
   */
  add(response, address, work) {
    const visit = { response, work };
    if (this.#underWay < this.limits.width) return this.#begin(visit);
    if (this.#waiting >= this.limits.waiting && !this.#makeRoomFor(address)) {
      return this.limits.refuse(response);
    }
    const line = this.#lines.get(address) ?? [];
    this.#lines.set(address, line);
    line.push(visit);
    this.#waiting++;
    // Who goes away meanwhile gives the place to somebody else.
    response.once("close", () => this.#leave(address, visit));
  }

  /** @param {Visit} visit */
  #begin({ response, work }) {
    this.#underWay++;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#underWay--;
      this.#next();
    };
    const { turnMs } = this.limits;
    const timer = turnMs === undefined ? undefined : setTimeout(end, turnMs);
    response.once("close", end);
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (/** @type {Parameters<typeof writeHead>} */ ...head) => {
      end();
      return writeHead(...head);
    };
    work();
  }

  #next() {
    setImmediate(() => {
      const [first] = this.#lines;
      if (!first || this.#underWay >= this.limits.width) return;
      const [address, line] = first;
      const visit = line[0];
      if (!visit) return;
      this.#leave(address, visit);
      // Behind all others, if there are more of it.
      if (this.#lines.delete(address)) this.#lines.set(address, line);
      this.#begin(visit);
    });
  }

  /** @param {string} address @param {Visit} visit */
  #leave(address, visit) {
    const line = this.#lines.get(address) ?? [];
    const at = line.indexOf(visit);
    if (at < 0) return;
    line.splice(at, 1);
    this.#waiting--;
    if (line.length === 0) this.#lines.delete(address);
  }

  /** False: nobody has more of them waiting. @param {string} address */
  #makeRoomFor(address) {
    const mine = this.#lines.get(address)?.length ?? 0;
    const [longest] = [...this.#lines].sort(([, one], [, other]) => other.length - one.length);
    const last = longest?.[1].at(-1);
    if (!longest || !last || longest[1].length <= mine) return false;
    this.#leave(longest[0], last);
    this.limits.refuse(last.response);
    return true;
  }
}
