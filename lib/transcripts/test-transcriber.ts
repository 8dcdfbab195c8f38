import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = { authorization: string; form: FormData };
export type Reply = (asked: Asked, response: ServerResponse) => void | Promise<void>;

/** A transcriber on the loopback that answers as it is told, the last reply again and again. */
export async function startTranscriber(...replies: Reply[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const form = await readForm(request).catch(() => new FormData());
    const one = { authorization: request.headers.authorization ?? "", form };
    asked.push(one);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    await reply?.(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/audio/transcriptions`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readForm(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(Buffer.concat(chunks)), { headers }).formData();
}

export function answerJson(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Reply {
  return (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

export function answerText(text: string, type = "text/plain"): Reply {
  return (_, response) => {
    response.writeHead(200, { "Content-Type": type }).end(text);
  };
}

/** As a server with times of segments and words answers. */
export const spokenAnswer = {
  task: "transcribe",
  language: "english",
  duration: 3,
  text: "Hello there. A mango, please!",
  segments: [
    { id: 0, start: 0, end: 1.2, text: " Hello there.", speaker: "A" },
    { id: 1, start: 1.2, end: 3, text: " A mango, please!" },
  ],
  words: [
    { word: "Hello", start: 0.1, end: 0.5 },
    { word: "there", start: 0.6, end: 1.1 },
    { word: "A", start: 1.3, end: 1.4 },
    { word: "mango", start: 1.5, end: 2 },
    { word: "please", start: 2.1, end: 2.8 },
  ],
};
