import type { ServerResponse } from "node:http";

/** Sends a short answer in the web's form over Node's, whole and with its length. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "X-Content-Type-Options": "nosniff",
    "Content-Length": body.length,
  });
  response.end(body);
}
