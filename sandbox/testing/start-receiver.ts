import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

export type Received = { contentType: string | undefined; body: string; sha256: string };

type Receiver = {
  url: string;
  accepted: Received[];
  /** What a correct receiver shows in the end: the last accepted state of each recording. */
  show(): Map<string, { status: string; campaign: string }>;
};

/** A webhook of its own reading; answers with the status that `decide` gives for the n-th request. */
export async function startReceiver(decide: (n: number) => number = () => 202): Promise<Receiver> {
  const accepted: Received[] = [];
  let requestCount = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    requestCount += 1;
    const statusCode = decide(requestCount);
    if (statusCode < 300) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const contentType = request.headers["content-type"];
      accepted.push({ contentType, body: bytes.toString("utf8"), sha256 });
    }
    response.writeHead(statusCode, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ deliveryId: `delivery-${requestCount}` }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The receiver has no port");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    accepted,
    show: () => new Map(accepted.flatMap(({ body }) => readRecordings(body))),
  };
}

function readRecordings(body: string): [string, { status: string; campaign: string }][] {
  try {
    const document = JSON.parse(body);
    return [document.data ?? document].flat().map((record) => {
      const attributes = record.attributes ?? record;
      const { status, campaign } = attributes;
      return [record.id, { status, campaign: campaign ?? "~" }];
    });
  } catch {
    return [];
  }
}
