import type { ServerResponse } from "node:http";
import type { CallLog } from "../calls/call-log";
import type { CallSequence } from "../calls/call-sequence";
import type { Placer } from "../calls/placer";
import type { Ledger } from "../deliveries/ledger";
import type { Route } from "../server/create-route-server";
import { readForm } from "../server/read-body";
import { sendText, sendToPage } from "../server/send";
import type { WebhookList } from "../webhooks/webhook-list";
import { renderCallsPage } from "./calls-page";
import { renderWebhooksPage } from "./webhooks-page";

const webhooksPath = "/settings/webhooks";

export function createDashboardRoutes(
  log: CallLog,
  ledger: Ledger,
  webhooks: WebhookList,
  sequence: CallSequence,
  placer: Placer,
): Route[] {
  return [
    page("GET", /^\/$/, ({ response }) => sendPage(response, 200, renderCallsPage(log, ledger))),
    page("POST", /^\/calls$/, ({ response }) => {
      placer.place({ count: 1, ratePerSecond: Number.POSITIVE_INFINITY, days: 0 });
      sendToPage(response, "/");
    }),
    page("POST", /^\/test-calls$/, ({ response }) => {
      sequence.nextTestCall();
      sendToPage(response, "/");
    }),
    page("GET", /^\/settings\/webhooks$/, ({ response }) =>
      sendPage(response, 200, renderWebhooksPage(webhooks.list())),
    ),
    page("POST", /^\/settings\/webhooks$/, async ({ request, response }) => {
      const url = (await readForm(request)).get("url")?.trim() ?? "";
      const fault = webhooks.register(url);
      if (fault) sendPage(response, 422, renderWebhooksPage(webhooks.list(), { url, fault }));
      else sendToPage(response, webhooksPath);
    }),
    page("POST", /^\/settings\/webhooks\/remove$/, async ({ request, response }) => {
      webhooks.remove((await readForm(request)).get("url") ?? "");
      sendToPage(response, webhooksPath);
    }),
  ];
}

function page(method: Route["method"], path: RegExp, handle: Route["handle"]): Route {
  return { name: "dashboard", method, path, handle };
}

function sendPage(response: ServerResponse, statusCode: number, markup: string): void {
  sendText(response, statusCode, "text/html", markup);
}
