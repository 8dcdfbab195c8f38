/**
 * Lets only so many requests be worked on at a time; the others wait for their turn, in order. A
 * crowd that opens pages would otherwise fill every turn of the event loop, and events with it.
 * A request's turn is over with the head of its answer, so that streams hold up nobody.
 */
export class PageQueue {
  #underWay = 0;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {number} width */
  constructor(width) {
    this.width = width;
  }

  /**
   * @param {import("node:http").ServerResponse} response
   * @param {() => void} work
   */
  add(response, work) {
    const begin = () => {
      // Who has gone away meanwhile needs no answer.
      if (response.destroyed) return this.#next();
      this.#underWay++;
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        this.#underWay--;
        this.#next();
      };
      response.once("close", end);
      const writeHead = response.writeHead.bind(response);
      response.writeHead = (/** @type {Parameters<typeof writeHead>} */ ...head) => {
        end();
        return writeHead(...head);
      };
      work();
    };
    if (this.#underWay < this.width) begin();
    else this.#waiting.push(begin);
  }

  #next() {
    setImmediate(() => {
      if (this.#underWay < this.width) this.#waiting.shift()?.();
    });
  }
}
