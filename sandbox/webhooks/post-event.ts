import http from "node:http";
import https from "node:https";

export type Answer =
  | { kind: "accepted"; statusCode: number; deliveryId: string | null }
  | { kind: "refused"; statusCode: number }
  | { kind: "unanswered"; reason: string };

export type EventPoster = {
  post(body: string): Promise<Answer>;
  close(): void;
};

const answerTimeoutMs = 30_000;
const maxAnswerCharacters = 4096;

/** Posts events to one address over connections that stay open; `post` never rejects. */
export function createEventPoster(webhookUrl: string): EventPoster {
  const { Agent, request } = webhookUrl.startsWith("https:") ? https : http;
  // A receiver often closes an idle connection after 5 s; to be the first to do so, before it can
  // close one that is just being written to, costs nothing.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 3000 });
  const options = { method: "POST", agent };
  return {
    post: (body) =>
      new Promise((resolve) => {
        const headers = {
          "Content-Type": "application/vnd.api+json",
          "Content-Length": Buffer.byteLength(body),
          "User-Agent": "calling-service-sandbox",
        };
        const outgoing = request(webhookUrl, { ...options, headers });
        const timer = startTimerWhenConnected(outgoing);
        const finish = (answer: Answer) => {
          timer.stop();
          resolve(answer);
        };
        outgoing.on("error", (error) => finish({ kind: "unanswered", reason: error.message }));
        outgoing.on("response", (response) => {
          readAnswer(response).then(finish, (error: Error) =>
            finish({ kind: "unanswered", reason: error.message }),
          );
        });
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Waiting for one of the connections is no fault of the receiver's, so that does not count. */
function startTimerWhenConnected(outgoing: http.ClientRequest): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  outgoing.on("socket", () => {
    const reason = `No answer in ${answerTimeoutMs / 1000} s`;
    timer = setTimeout(() => outgoing.destroy(new Error(reason)), answerTimeoutMs);
  });
  return { stop: () => clearTimeout(timer) };
}

async function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const statusCode = response.statusCode ?? 0;
  response.setEncoding("utf8");
  let text = "";
  for await (const chunk of response) {
    if (text.length < maxAnswerCharacters) text += chunk;
  }
  if (statusCode < 200 || statusCode > 299) return { kind: "refused", statusCode };
  return { kind: "accepted", statusCode, deliveryId: readDeliveryId(text) };
}

function readDeliveryId(text: string): string | null {
  try {
    const { deliveryId } = JSON.parse(text);
    return typeof deliveryId === "string" ? deliveryId : null;
  } catch {
    return null;
  }
}
