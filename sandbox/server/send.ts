import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

export function sendJson(
  response: ServerResponse,
  statusCode: number,
  value: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  sendText(response, statusCode, "application/json", `${JSON.stringify(value)}\n`, headers);
}

export function sendText(
  response: ServerResponse,
  statusCode: number,
  contentType: string,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(statusCode, {
    "Content-Type": `${contentType}; charset=utf-8`,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(text);
}

/** After a form was sent: the browser goes on with a GET. */
export function sendToPage(response: ServerResponse, path: string): void {
  response.writeHead(303, { Location: path });
  response.end();
}
