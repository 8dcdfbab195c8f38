import { once } from "node:events";
import { createAttachmentAddresses } from "./attachments/attachment-addresses";
import { createAudioRoute } from "./attachments/audio-route";
import { createRosterRoute } from "./attachments/roster-route";
import { createCallLog } from "./calls/call-log";
import { createCallSequence } from "./calls/call-sequence";
import { createPlacer, type Placer } from "./calls/placer";
import type { SandboxSettings } from "./command-line/parse-arguments";
import { createDashboardRoutes } from "./dashboard/dashboard-routes";
import { createCourier } from "./deliveries/courier";
import { createLedger, type Ledger } from "./deliveries/ledger";
import { createRouteServer, type Route } from "./server/create-route-server";
import { createRequestCounter } from "./server/request-counter";
import { createRecordingLibrary } from "./sound/recording-library";
import { createTestAidRoutes } from "./test-aids/test-aid-routes";
import { createTokenBook } from "./tokens/token-book";
import { createTokenRoute } from "./tokens/token-route";
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
  const tokens = createTokenBook(settings.seed, settings.tokenSeconds);
  routes.push(
    createTokenRoute(settings, tokens),
    createAudioRoute(createRecordingLibrary(), tokens, settings),
    createRosterRoute(settings.seed, tokens),
    ...createDashboardRoutes(log, ledger, webhooks, sequence, placer),
    ...createTestAidRoutes(log, ledger, sequence, placer, counter),
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
