import { randomUUID } from "node:crypto";

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
   * @param {number} limits.retrySeconds after which to come again
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
      return this.#refuse(response);
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
    this.#refuse(last.response);
    return true;
  }

  /** @param {Visit["response"]} response */
  #refuse(response) {
    const { retrySeconds } = this.limits;
    const status = 503;
    const title = "Service Unavailable";
    const problem = { type: "about:blank", title, status, code: "pages-busy" };
    response.writeHead(status, {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "Retry-After": retrySeconds,
    });
    response.end(JSON.stringify({ ...problem, requestId: randomUUID() }));
  }
}
