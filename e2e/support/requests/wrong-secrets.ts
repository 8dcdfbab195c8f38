import { randomBytes } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";

const atOnce = 64;

/** Sends so many events with secrets that are none, as fast as they are refused. */
export async function floodWithWrongSecrets(origin: string, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses: Record<string, number> = {};
  let closed = 0;
  let sent = 0;
  const runners = Array.from({ length: atOnce }, async () => {
    while (sent++ < count) {
      const answer = await sendOne(origin, agent);
      const status = answer instanceof Error ? answer.message : String(answer.statusCode);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (!(answer instanceof Error) && answer.headers.connection === "close") closed++;
    }
  });
  await Promise.all(runners);
  agent.destroy();
  return { statuses, closed };
}

function sendOne(origin: string, agent: Agent): Promise<IncomingMessage | Error> {
  const url = `${origin}/api/webhooks/recordings/${randomBytes(24).toString("hex")}`;
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", agent }, (answer) => {
      answer.resume().once("close", () => resolve(answer));
    });
    sent.once("error", resolve);
    sent.end("{}");
  });
}
