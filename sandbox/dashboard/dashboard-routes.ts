import type { ServerResponse } from "node:http";
import type { CallLog, LoggedCall } from "../calls/call-log";
import type { CallSequence } from "../deliveries/call-sequence";
import type { Ledger } from "../deliveries/ledger";
import type { Placer } from "../deliveries/placer";
import type { Route } from "../server/create-route-server";
import { readForm } from "../server/read-body";
import { sendText, sendToPage } from "../server/send";
import type { Answer } from "../webhooks/post-event";
import type { Webhook, WebhookList } from "../webhooks/webhook-list";

import { type Html, html } from "./html";
import { renderPage } from "./page";

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

/** With what is wrong with the address that was just sent, if anything is. */
function renderWebhooksPage(
  webhooks: Webhook[],
  rejected: { url: string; fault: string } | null = null,
): string {
  return renderPage(
    "/settings/webhooks",
    "Webhooks",
    html`<section>
<h2>Register a webhook</h2>
<p>Each call that ends is posted to every address here. Test calls are not.</p>
${rejected && html`<p class="bad" role="alert" id="fault">${rejected.fault}</p>`}
<form method="post" action="/settings/webhooks">
<label>Webhook URL
<input name="url" type="text" inputmode="url" autocomplete="off" spellcheck="false" required
placeholder="https://example.com/webhooks" value="${rejected?.url ?? ""}"
${rejected && html`aria-invalid="true" aria-describedby="fault"`}></label>
<button>Register</button>
</form>
</section>
<section>
<h2>Registered webhooks</h2>
${renderWebhooks(webhooks)}
</section>`,
  );
}

function renderWebhooks(webhooks: Webhook[]): Html {
  if (webhooks.length === 0) return html`<p class="quiet">No webhook is registered.</p>`;
  return html`<table>
<thead><tr>
<th scope="col">URL</th><th scope="col">Last delivery</th><th scope="col">Action</th>
</tr></thead>
<tbody>${webhooks.map(renderWebhook)}</tbody>
</table>`;
}

function renderWebhook({ url, lastResult }: Webhook): Html {
  return html`<tr>
<td class="address">${url}</td>
<td>${lastResult ? renderResult(lastResult.answer, lastResult.at) : "None yet"}</td>
<td><form method="post" action="/settings/webhooks/remove">
<input type="hidden" name="url" value="${url}">
<button class="plain" aria-label="Remove ${url}">Remove</button>
</form></td>
</tr>
`;
}

function renderResult(answer: Answer, at: Date): Html {
  const text =
    answer.kind === "unanswered"
      ? `Unanswered: ${answer.reason}`
      : `${answer.kind === "accepted" ? "Accepted" : "Refused"} with ${answer.statusCode}`;
  return html`<span class="${answer.kind === "accepted" ? "good" : "bad"}">${text}</span>
<span class="quiet">${at.toISOString().slice(11, 19)} UTC</span>`;
}

function renderCallsPage(log: CallLog, ledger: Ledger): string {
  const { placed, test, byStatus, byCampaign } = log.counts();
  const { delivered, refused, unanswered } = ledger.tally();
  const figures = { "Calls placed": placed, "Test calls": test };
  const deliveryFigures = { Delivered: delivered, Refused: refused, Unanswered: unanswered };
  return renderPage(
    "/",
    "Calls",
    html`<section aria-label="Figures">
<dl class="figures">${Object.entries({ ...figures, ...deliveryFigures }).map(renderFigure)}</dl>
</section>
<p>
<form method="post" action="/calls"><button>Place a call</button></form>
<form method="post" action="/test-calls"><button class="plain">Place a test call</button></form>
</p>
<div class="columns">
${renderCounts("By status", "Status", byStatus)}
${renderCounts("By campaign", "Campaign", byCampaign)}
</div>
<section tabindex="0" aria-label="Recent calls">
<h2>Recent calls</h2>
${renderRecentCalls(log.recent())}
</section>`,
  );
}

function renderFigure([name, value]: [string, number]): Html {
  return html`<div><dt>${name}</dt><dd>${value.toLocaleString("en")}</dd></div>`;
}

function renderCounts(title: string, column: string, counts: Map<string, number>): Html {
  const sorted = [...counts].sort(([, first], [, second]) => second - first);
  const rows = sorted.map(
    ([name, count]) => html`<tr><th scope="row">${name === "~" ? "No campaign" : name}</th>
<td class="number">${count.toLocaleString("en")}</td></tr>`,
  );
  return html`<section>
<h2>${title}</h2>
<table>
<thead><tr><th scope="col">${column}</th><th scope="col" class="number">Calls</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

function renderRecentCalls(calls: LoggedCall[]): Html {
  if (calls.length === 0) return html`<p class="quiet">No call has been placed yet.</p>`;
  return html`<table>
<thead><tr>
<th scope="col">Created (UTC)</th><th scope="col">Status</th><th scope="col">Campaign</th>
<th scope="col">Customer</th><th scope="col">Phone</th><th scope="col" class="number">Seconds</th>
<th scope="col">Call SID</th>
</tr></thead>
<tbody>${calls.map(renderCall)}</tbody>
</table>`;
}

function renderCall({ call, createdAt }: LoggedCall): Html {
  const { customer } = call;
  return html`<tr>
<td>${createdAt.toISOString().slice(0, 19).replace("T", " ")}</td>
<td>${call.status}${call.isTest && html` <span class="quiet">(test, not sent)</span>`}</td>
<td>${call.campaign ?? html`<span class="quiet">none</span>`}</td>
<td>${customer.firstName} ${customer.lastName}</td>
<td>${customer.phoneNumber}</td>
<td class="number">${call.durationSeconds}</td>
<td><code>${call.callSid}</code></td>
</tr>
`;
}
