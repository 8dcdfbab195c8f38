import type { IncomingMessage } from "node:http";
import { HttpRefusal } from "./http-refusal";

const maxBytes = 65_536;

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await readBody(request, "application/json");
  const value = parseOrNull(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new HttpRefusal(400, "The body must be a JSON object.");
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await readBody(request, "application/x-www-form-urlencoded"));
}

async function readBody(request: IncomingMessage, contentType: string): Promise<string> {
  const given = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (given !== contentType) throw new HttpRefusal(415, `Content-Type must be ${contentType}.`);
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of request) {
    byteCount += chunk.length;
    if (byteCount > maxBytes) throw new HttpRefusal(413, `The body is over ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
