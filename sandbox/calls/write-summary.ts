import type { Customer } from "../customers/make-customer";
import type { Random } from "../random";
import type { Campaign } from "./campaigns";
import { closings, matters, openings, unanswered, withoutCampaign } from "./summary-phrases";

/** One to four sentences about how the call went. */
export function writeSummary(
  status: string,
  campaign: Campaign | null,
  customer: Customer,
  random: Random,
): string {
  const phrases = choosePhrases(status, campaign, random);
  return phrases.map((phrase) => fillIn(phrase, customer, random)).join(" ");
}

function choosePhrases(status: string, campaign: Campaign | null, random: Random): string[] {
  const reasons = unanswered[status];
  if (reasons) return [random.pick(reasons)];
  const matter = random.pick(campaign ? matters[campaign] : withoutCampaign);
  const phrases = random.chance(0.85) ? [random.pick(openings), matter] : [matter];
  if (random.chance(0.7)) phrases.push(random.pick(closings));
  const extra = random.pick(closings);
  if (random.chance(0.2) && !phrases.includes(extra)) phrases.push(extra);
  return phrases;
}

function fillIn(phrase: string, customer: Customer, random: Random): string {
  return phrase
    .replace("{first}", customer.firstName)
    .replace("{last}", customer.lastName)
    .replace("{day}", random.pick(days))
    .replace("{time}", `${random.integer(8, 19)}:${random.pick(["00", "15", "30", "45"])}`)
    .replace("{amount}", `${random.integer(18, 640)}.${random.pick(["00", "50", "90"])} EUR`);
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
