import type { CallLog, LoggedCall } from "../calls/call-log";
import type { Ledger } from "../deliveries/ledger";
import { type Html, html } from "./html";
import { renderPage } from "./page";

export function renderCallsPage(log: CallLog, ledger: Ledger): string {
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
