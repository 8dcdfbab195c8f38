import { type Agent, request } from "node:http";

/** `outcome` is the status, with the problem's code if it has one, or that of the socket's fault. */
export type Answer = { outcome: string; deliveryId: string | null };

const patienceMs = 40_000;

/** Never rejects: a fault of the connection is an answer, too. */
export function postEvent(
  agent: Agent,
  url: URL,
  body: Buffer,
  contentType: string,
): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => {
      // On a connection that was kept open it may have crossed the other side's goodbye.
      const where = sent.reusedSocket ? "kept connection" : "new connection";
      resolve({ outcome: `${error.code ?? error.message}, ${where}`, deliveryId: null });
    };
    const sent = request(
      {
        ...{ agent, hostname: url.hostname, port: url.port, path: url.pathname, method: "POST" },
        headers: { "Content-Type": contentType, "Content-Length": body.length },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("error", fail);
        answer.once("end", () => {
          const text = Buffer.concat(chunks).toString();
          const code = /"code":"([^"]+)"/.exec(text)?.[1];
          resolve({
            outcome: [answer.statusCode, code].filter(Boolean).join(" "),
            deliveryId: readDeliveryId(answer.statusCode, text),
          });
        });
      },
    );
    sent.setTimeout(patienceMs, () => sent.destroy(new Error("no answer")));
    sent.once("error", fail);
    sent.end(body);
  });
}

function readDeliveryId(status: number | undefined, text: string): string | null {
  if (status === undefined || status < 200 || status > 299) return null;
  return /"deliveryId":"([^"]+)"/.exec(text)?.[1] ?? "";
}
