import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createAttachmentAddresses } from "./attachments/attachment-addresses";
import { createAudioRoute } from "./attachments/audio-route";
import { createServedLog } from "./attachments/served-log";
import { createTapeRoute } from "./attachments/tape-route";
import { createCallLog } from "./calls/call-log";
import type { SandboxSettings } from "./command-line/parse-arguments";
import { campaigns } from "./customers/campaigns";
import { type Customer, customerCount, makeCustomer } from "./customers/make-customer";
import { createDashboardRoutes } from "./dashboard/dashboard-routes";
import { createCallSequence } from "./deliveries/call-sequence";
import { createCourier } from "./deliveries/courier";
import { createLedger, type Ledger } from "./deliveries/ledger";
import { createPlacer, type Placer } from "./deliveries/placer";
import { createRandom } from "./numbers/random";
import { createRouteServer, type Route } from "./server/create-route-server";
import { HttpRefusal } from "./server/http-refusal";
import { readJson } from "./server/read-body";
import { createRequestCounter } from "./server/request-counter";
import { sendJson, sendText } from "./server/send";
import { createRecordingLibrary } from "./sound/recording-library";
import { createTestAidRoutes } from "./test-aids/test-aid-routes";
import { requireToken } from "./tokens/require-token";
import { createTokenBook, type TokenBook } from "./tokens/token-book";
import { createSpokenAudio } from "./transcriber/spoken-audio";
import { createTranscriberRoute } from "./transcriber/transcriber-route";
import { createWebhookList } from "./webhooks/webhook-list";

export type Sandbox = {
  url: string;
  placer: Placer;
  ledger: Ledger;
  close(): void;
};

const host = "127.0.0.1";

/** Serves, and places no call yet. Rejects when the port is taken. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const routes: Route[] = [];
  const counter = createRequestCounter();
  const server = createRouteServer(routes, counter);
  server.listen(settings.port, host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : settings.port;
  const url = `http://${host}:${port}`;

  const webhooks = createWebhookList();
  for (const webhookUrl of settings.webhookUrls) webhooks.register(webhookUrl);
  const ledger = createLedger();
  const log = createCallLog();
  const courier = createCourier(webhooks, ledger, { retries: settings.retry });
  const attachments = createAttachmentAddresses(url, settings);
  const sequence = createCallSequence(settings, attachments, log);
  const placer = createPlacer(settings.seed, sequence, courier);
  const spoken = createSpokenAudio();
  const served = createServedLog();
  const tokens = createTokenBook(settings.seed, settings.tokenSeconds);
  routes.push(
    createTokenRoute(settings, tokens),
    createTapeRoute(tokens, spoken, served),
    createAudioRoute(createRecordingLibrary(spoken.remember), tokens, settings),
    createTranscriberRoute(spoken, settings),
    createRosterRoute(settings.seed, tokens),
    ...createDashboardRoutes(log, ledger, webhooks, sequence, placer),
    ...createTestAidRoutes(log, ledger, sequence, placer, counter, served),
  );

  return {
    url,
    placer,
    ledger,
    close() {
      placer.stop();
      for (const webhook of webhooks.list()) webhooks.remove(webhook.url);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The customers of a campaign as a CSV. */
function createRosterRoute(seed: number, tokens: TokenBook): Route {
  return {
    name: "roster",
    method: "GET",
    path: /^\/rosters\/([a-z-]+)\.csv$/,
    handle({ request, response, pathParts }) {
      requireToken(request, tokens);
      const campaign = campaigns.find((name) => name === pathParts[0]);
      if (!campaign) throw new HttpRefusal(404, "Customer list not found.");
      const customers = Array.from({ length: customerCount }, (_, i) => makeCustomer(seed, i));
      const onList = customers.filter((customer) => customer.campaign === campaign);
      sendText(response, 200, "text/csv", writeCsv(onList));
    },
  };
}

function writeCsv(customers: Customer[]): string {
  const header = ["id", "first_name", "last_name", "phone_number", "gender", "email", "type"];
  const rows = customers.map((customer) => [
    customer.id,
    customer.firstName,
    customer.lastName,
    customer.phoneNumber,
    customer.gender,
    customer.email ?? "",
    customer.type ?? "",
  ]);
  return [header, ...rows].map((row) => `${row.map(quoteField).join(",")}\r\n`).join("");
}

function quoteField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

type TokenRouteSettings = {
  seed: number;
  apiKey: string;
  expiresOffsetMinutes: number;
  misbehave: boolean;
};

const slowAnswerMs = 1500;

function createTokenRoute(settings: TokenRouteSettings, tokens: TokenBook): Route {
  const random = createRandom(settings.seed, "slow-tokens");
  return {
    name: "token",
    method: "POST",
    path: /^\/api\/generate-token$/,
    async handle({ request, response }) {
      const { apiKey } = await readJson(request);
      if (typeof apiKey !== "string") throw new HttpRefusal(400, "apiKey must be a string.");
      if (settings.misbehave && random.chance(0.3)) await sleep(slowAnswerMs);
      if (apiKey !== settings.apiKey) throw new HttpRefusal(401, "Invalid API key.");
      const { token, expiresAt } = tokens.issue();
      sendJson(response, 200, {
        success: true,
        message: "Token generated successfully",
        token,
        expiresAt: formatExpiry(expiresAt, settings.expiresOffsetMinutes),
      });
    },
  };
}

/** `YYYY-MM-DD HH:MM:SS` in a zone that the text does not name. */
function formatExpiry(expiresAt: Date, offsetMinutes: number): string {
  const shifted = new Date(expiresAt.getTime() + offsetMinutes * 60_000);
  return shifted.toISOString().slice(0, 19).replace("T", " ");
}
