import { campaigns } from "../calls/campaigns";
import { type Customer, customerCount, makeCustomer } from "../customers/make-customer";
import type { Route } from "../server/create-route-server";
import { HttpRefusal } from "../server/http-refusal";
import { sendText } from "../server/send";
import { requireToken } from "../tokens/require-token";
import type { TokenBook } from "../tokens/token-book";

/** The customers of a campaign as a CSV. */
export function createRosterRoute(seed: number, tokens: TokenBook): Route {
  return {
    name: "roster",
    method: "GET",
    path: /^\/rosters\/([a-z-]+)\.csv$/,
    handle({ request, response, pathParts }) {
      requireToken(request, tokens);
      const campaign = campaigns.find((name) => name === pathParts[0]);
      if (!campaign) throw new HttpRefusal(404, "There is no such list of customers.");
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
