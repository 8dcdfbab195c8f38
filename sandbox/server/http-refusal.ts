import type { OutgoingHttpHeaders } from "node:http";

/** Thrown by whoever finds that a request cannot be served; the server turns it into the answer. */
export class HttpRefusal extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly headers: OutgoingHttpHeaders = {},
  ) {
    super(message);
  }
}
