import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { openDiskJournal } from "@/lib/intake/journal/disk-journal";

// The same journal without a framework: how fast the durable acknowledgement by itself could be.

const journal = openDiskJournal(process.env.DATA_DIR ?? "");

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { deliveryId } = await journal.append({
    kind: "delivery",
    body,
    bytes: body.length,
    declaredBytes: body.length,
    secretHash: "",
    remoteAddress: "",
    headers: [],
    sha256: createHash("sha256").update(body).digest("hex"),
  });
  response.writeHead(202, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ deliveryId }));
}).listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("listening"));

process.once("disconnect", () => process.exit(0));
process.on("SIGINT", () => undefined);
