import type { Answer } from "../deliveries/post-event";
import type { Webhook } from "../webhooks/webhook-list";
import { type Html, html } from "./html";
import { renderPage } from "./page";

/** With what is wrong with the address that was just sent, if anything is. */
export function renderWebhooksPage(
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
