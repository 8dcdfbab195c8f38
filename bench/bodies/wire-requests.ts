import { gzipSync } from "node:zlib";

/** A request as bytes on a socket, and what the interface allows as its answer. */
export type WireRequest = {
  name: string;
  parts: (string | Buffer)[];
  /** Between the parts. */
  pauseMs?: number;
  /** Ends our side after the last part. */
  isEnded?: boolean;
  expected: (number | "closed")[];
  /** What is kept if it is acknowledged. */
  body?: string | Buffer;
};

const limitBytes = 10_485_760;
const small = '{"wire":true}';

export function wireRequests(path: string): WireRequest[] {
  const post = (...headers: string[]) =>
    `${[`POST ${path} HTTP/1.1`, "Host: earshot", ...headers].join("\r\n")}\r\n\r\n`;
  const withLength = (body: string | Buffer, ...headers: string[]) => [
    post(`Content-Length: ${Buffer.byteLength(body)}`, ...headers),
    body,
  ];
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const chunked = post("Transfer-Encoding: chunked");
  const atLimit = Buffer.alloc(limitBytes, "a");
  const overLimit = Buffer.alloc(limitBytes + 1, "b");
  const method = (name: string) => `${name} ${path} HTTP/1.1\r\nHost: earshot\r\n\r\n`;
  const rejected = [400, "closed"] as const;

  return [
    { name: "a body of one byte", parts: withLength("1"), expected: [202], body: "1" },
    { name: "no body", parts: withLength(""), expected: [202], body: "" },
    { name: "no length and no body", parts: [post()], expected: [202], body: "" },
    { name: "at the limit", parts: withLength(atLimit), expected: [202], body: atLimit },
    { name: "one byte over the limit", parts: withLength(overLimit), expected: [413] },
    {
      name: "over the limit in chunks",
      parts: [chunked, chunk(overLimit.toString("latin1")), "0\r\n\r\n"],
      expected: [413],
    },
    {
      name: "in chunks",
      parts: [chunked, chunk(small), chunk("tail"), "0\r\n\r\n"],
      expected: [202],
      body: `${small}tail`,
    },
    {
      name: "byte by byte",
      parts: [post(`Content-Length: ${small.length}`), ...small],
      pauseMs: 20,
      expected: [202],
      body: small,
    },
    {
      name: "with Expect: 100-continue",
      parts: withLength(small, "Expect: 100-continue"),
      expected: [202],
      body: small,
    },
    ...["h2c", "websocket"].map((protocol) => ({
      name: `with the offer to go on as ${protocol}`,
      parts: withLength(small, ...upgradeHeaders(protocol)),
      expected: [202],
      body: small,
    })),
    {
      name: "in chunks, with the offer to go on as h2c",
      parts: [
        post("Transfer-Encoding: chunked", ...upgradeHeaders("h2c")),
        chunk(small),
        "0\r\n\r\n",
      ],
      expected: [202],
      body: small,
    },
    {
      name: "in absolute form, as to a proxy",
      parts: withLength(small).map((part, at) =>
        at === 0 ? String(part).replace(path, `http://earshot.example.com${path}`) : part,
      ),
      expected: [202],
      body: small,
    },
    {
      name: "without a content type, under HTTP/1.0",
      parts: [`POST ${path} HTTP/1.0\r\nContent-Length: ${small.length}\r\n\r\n${small}`],
      expected: [202],
      body: small,
    },
    {
      name: "shorter than its length, then the end",
      parts: [post("Content-Length: 100"), small],
      isEnded: true,
      expected: [400, "closed"],
    },
    {
      name: "chunks that break off",
      parts: [chunked, chunk(small)],
      isEnded: true,
      expected: [400, "closed"],
    },
    {
      name: "shorter than its length, then silence",
      parts: [post("Content-Length: 100"), small],
      expected: [400, 408],
    },
    {
      name: "a byte each second, for longer than it may take",
      parts: [post("Content-Length: 40"), ..."x".repeat(40)],
      pauseMs: 1_000,
      expected: [408],
    },
    { name: "half a head, then silence", parts: [`POST ${path} HT`], expected: [408, "closed"] },
    { name: "a chunk of no size", parts: [chunked, "zz\r\n"], expected: [...rejected] },
    {
      name: "length and chunks both",
      parts: [post("Content-Length: 5", "Transfer-Encoding: chunked"), chunk(small), "0\r\n\r\n"],
      expected: [...rejected],
    },
    {
      name: "two lengths",
      parts: [post("Content-Length: 5", "Content-Length: 6"), small],
      expected: [...rejected],
    },
    { name: "a negative length", parts: [post("Content-Length: -1")], expected: [...rejected] },
    { name: "no HTTP", parts: ["hello\r\n\r\n"], expected: [...rejected] },
    { name: "TLS", parts: [Buffer.of(22, 3, 1, 0, 5, 1, 0, 0, 1, 3)], expected: [...rejected] },
    {
      name: "a header of 100 KB",
      parts: [post(`X-Long: ${"x".repeat(100_000)}`)],
      expected: [431, "closed"],
    },
    ...oddRequests(path, post, withLength),
    ...["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FROB", "CONNECT"].map((name) => ({
      name: `${name} instead of POST`,
      parts: [method(name)],
      expected: [405],
    })),
    {
      name: "HEAD instead of POST",
      parts: [method("HEAD").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")],
      expected: [405],
    },
    ...["wrong", "%00", "%", "..%2f..", "a".repeat(5_000)].map((secret) => ({
      name: `secret ${secret.slice(0, 12)}`,
      parts: withLength(small).map((part, at) =>
        at === 0 ? String(part).replace(/recordings\/[^ ]+/, `recordings/${secret}`) : part,
      ),
      expected: [401, 404],
    })),
  ];
}

type Write = (...headers: string[]) => string;
type WriteBody = (body: string | Buffer, ...headers: string[]) => (string | Buffer)[];

/** Senders, proxies and attackers differ in how they write a request; what is whole is kept, all else refused. */
function oddRequests(path: string, post: Write, withLength: WriteBody): WireRequest[] {
  const at = (place: string) => [withLength(small).join("").replace(` ${path} `, ` ${place} `)];
  const chunks = `d\r\n${small}\r\n0\r\n`;
  const gzip = gzipSync(small);
  const whole: [name: string, parts: (string | Buffer)[], body?: string | Buffer][] = [
    ["with a query", at(`${path}?source=calls&secret=none`)],
    ["packed by gzip", withLength(gzip, "Content-Encoding: gzip"), gzip],
    ["of a type that is none", withLength(small, "Content-Type: ;;;/\u00ff")],
    ["chunked in capitals", [post("TRANSFER-ENCODING: CHUNKED"), chunks, "\r\n"]],
    [
      "a chunk with an extension",
      [post("Transfer-Encoding: chunked"), chunks.replace("d", "d;a=b"), "\r\n"],
    ],
    ["chunks with a trailer", [post("Transfer-Encoding: chunked"), chunks, "X-Sum: 1\r\n\r\n"]],
    [
      "with another request behind it",
      [...withLength(small), "GET /api/health HTTP/1.1\r\nHost: earshot\r\n\r\n"],
    ],
    ["with an empty line before it", ["\r\n", ...withLength(small)]],
    [
      "with three hundred headers",
      withLength(small, ...Array.from({ length: 300 }, (_, n) => `X-${n}: ${n}`)),
    ],
    [
      "with a stranger's forwarded addresses",
      withLength(
        small,
        "X-Forwarded-For: 1.2.3.4, ::1",
        "X-Forwarded-Host: other.example.com",
        "Forwarded: for=unknown",
      ),
    ],
    ["without a version, as under HTTP/0.9", [`POST ${path}\r\n\r\n`], ""],
    ["without a host", [withLength(small).join("").replace("Host: earshot\r\n", "")]],
    ["with an expectation that nobody knows", withLength(small, "Expect: miracles")],
    ["that asks to be closed", withLength(small, "Connection: close")],
  ];
  const broken: [name: string, parts: (string | Buffer)[]][] = [
    ["a length in words", [post("Content-Length: five")]],
    ["a length with a sign", [post("Content-Length: +5"), small]],
    ["a length beyond all numbers", [post(`Content-Length: ${"9".repeat(40)}`), small]],
    ["the same length twice in one", [post("Content-Length: 13, 13"), small]],
    ["chunked and something behind it", [post("Transfer-Encoding: chunked, identity"), chunks]],
    ["a coding that nobody knows", [post("Transfer-Encoding: xchunked"), chunks]],
    ["a blank before the colon", [post("Content-Length : 13"), small]],
    ["a header without a name", [post(": nothing"), small]],
    ["a header without a colon", [post("Content-Length 13"), small]],
    ["a header with a NUL", [post("X-Nul: a\0b"), small]],
    ["lines that end in LF alone", [withLength(small).join("").replaceAll("\r\n", "\n")]],
    ["a chunk of negative size", [post("Transfer-Encoding: chunked"), "-1\r\n"]],
    [
      "a chunk of a size beyond all numbers",
      [post("Transfer-Encoding: chunked"), `${"f".repeat(17)}\r\n`],
    ],
    ["a method in small letters", [post().replace("POST", "post")]],
    ["a version that is none", [post().replace("HTTP/1.1", "HTTP/9.9")]],
    ["the preface of HTTP/2", ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]],
    ["a blank in the path", [post().replace(path, `${path} more`)]],
  ];
  return [
    ...whole.map(([name, parts, body = small]) => ({ name, parts, expected: [202], body })),
    ...broken.map(([name, parts]) => ({ name, parts, expected: [400, "closed" as const] })),
  ];
}

/** What Java's HttpClient sends with each first request over http, or a browser for a web socket. */
export function upgradeHeaders(protocol: string): string[] {
  return protocol === "h2c"
    ? [
        "Connection: Upgrade, HTTP2-Settings",
        "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
        "Upgrade: h2c",
        "User-Agent: Java-http-client/21.0.2",
      ]
    : [
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        `Upgrade: ${protocol}`,
      ];
}
