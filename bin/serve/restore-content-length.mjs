/**
 * Next drops the `Content-Length` of a route's answer. Players want it, and so a file that breaks
 * off is noticed: where its length is known, the route says it in a header of our own.
 * @param {import("node:http").ServerResponse} response
 */
export function restoreContentLength(response) {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (/** @type {Parameters<typeof writeHead>} */ ...head) => {
    const length = response.getHeader("Earshot-Content-Length");
    if (length !== undefined) {
      response.removeHeader("Earshot-Content-Length");
      response.setHeader("Content-Length", length);
    }
    return writeHead(...head);
  };
}
