/**
 * What Next leaves out of an answer's head.
 *
 * It drops the `Content-Length` of a route's answer. Players want it, and so a file that breaks off is
 * noticed: where its length is known, the route says it in a header of our own.
 *
 * And it lets go of a body that it answered early without reading it to its end, so that no other
 * request could follow on its connection: such a connection ends with its answer.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export function finishHead(request, response) {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (/** @type {Parameters<typeof writeHead>} */ ...head) => {
    const length = response.getHeader("Earshot-Content-Length");
    if (length !== undefined) {
      response.removeHeader("Earshot-Content-Length");
      response.setHeader("Content-Length", length);
    }
    if (!request.complete) response.shouldKeepAlive = false;
    return writeHead(...head);
  };
}
