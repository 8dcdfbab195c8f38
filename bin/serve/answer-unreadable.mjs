import { randomUUID } from "node:crypto";

/**
 * What is no HTTP, or ends before its `Content-Length`, never becomes a request.
 * @param {NodeJS.ErrnoException} error
 * @param {import("node:stream").Duplex} socket
 */
export function answerUnreadable(error, socket) {
  if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
  const [status, title, code] =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? [408, "Request Timeout", "request-too-slow"]
      : error.code === "HPE_HEADER_OVERFLOW"
        ? [431, "Request Header Fields Too Large", "headers-too-large"]
        : [400, "Bad Request", "request-unreadable"];
  const problem = { type: "about:blank", title, status, code, requestId: randomUUID() };
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
