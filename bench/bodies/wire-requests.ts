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
    ...["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FROB", "CONNECT"].map((name) => ({
      name: `${name} instead of POST`,
      parts: [method(name)],
      expected: [405],
    })),
    ...["wrong", "%00", "%", "..%2f..", "a".repeat(5_000)].map((secret) => ({
      name: `secret ${secret.slice(0, 12)}`,
      parts: withLength(small).map((part, at) =>
        at === 0 ? String(part).replace(/recordings\/[^ ]+/, `recordings/${secret}`) : part,
      ),
      expected: [401, 404],
    })),
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
