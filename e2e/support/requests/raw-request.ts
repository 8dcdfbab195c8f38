import { Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

export type RawCall = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

export type RawAnswer = {
  status: number;
  location: string;
  type: string;
  /** Every `Set-Cookie`, as name=value, ready to be sent back. */
  cookie: string;
  /** The body, decompressed. */
  text: string;
  /** Every byte that came: status line, headers, the body as it was sent, and decompressed. */
  seen: Buffer;
};

/** Fewer than would ask for more exports at once than a person may. */
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const timeoutMs = 30_000;

/** One request exactly as it is written: the path isn't normalised and no redirect is followed. */
export function sendRaw(
  origin: string,
  { path, method = "GET", headers = {}, body }: RawCall,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { ...length, ...headers }, agent },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("error", reject);
        answer.once("end", () => {
          const sentBody = Buffer.concat(chunks);
          const readBody = decompress(sentBody, answer.headers["content-encoding"]);
          const head = [answer.statusCode, answer.statusMessage, ...answer.rawHeaders].join("\n");
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? "",
            type: answer.headers["content-type"] ?? "",
            cookie: (answer.headers["set-cookie"] ?? []).map(withoutAttributes).join("; "),
            text: readBody.toString(),
            seen: Buffer.concat([Buffer.from(`${head}\n`), sentBody, readBody]),
          });
        });
      },
    );
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`No answer to ${method} ${path}`)));
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Signs in as a program does; gives the cookie. */
export async function signInRaw(origin: string, email: string, password: string): Promise<string> {
  const answer = await sendRaw(origin, {
    path: "/api/auth/sign-in/email",
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (answer.status !== 200) throw new Error(`Cannot sign in: ${answer.status} ${answer.text}`);
  return answer.cookie;
}

function withoutAttributes(setCookie: string): string {
  return setCookie.split(";")[0] ?? "";
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || body.length === 0) return body;
  const decoder = decoders[encoding];
  if (!decoder) throw new Error(`The body came in an unknown encoding: ${encoding}`);
  return decoder(body);
}

const decoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
};
