import { type Campaign, campaigns } from "../calls/campaigns";
import { createRandom, type Random } from "../random";
import { firstNames } from "./first-names";
import { lastNames } from "./last-names";
import { makePhoneNumber } from "./make-phone-number";

export type Customer = {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  gender: string;
  email: string | null;
  type: string | null;
  isConfirmed: boolean;
  isPhoneNumberCorrect: boolean;
  /** Whose list the customer is on. */
  campaign: Campaign;
};

export const customerCount = 320;

/** The same person for the same seed and number. */
export function makeCustomer(seed: number, number: number): Customer {
  const random = createRandom(seed, "customer", number);
  const first = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  return {
    id: `cus_${random.hex(16)}`,
    firstName: first.name,
    lastName,
    phoneNumber: makePhoneNumber(random),
    gender: first.gender,
    email: random.chance(0.82) ? makeEmail(first.name, lastName, number, random) : null,
    type: random.pickWeighted(customerTypes),
    isConfirmed: random.chance(0.7),
    isPhoneNumberCorrect: random.chance(0.92),
    campaign: random.pick(campaigns),
  };
}

const customerTypes = [
  ["lead", 30],
  ["customer", 40],
  ["returning", 12],
  ["vip", 5],
  [null, 13],
] as const;

function makeEmail(firstName: string, lastName: string, number: number, random: Random): string {
  const parts = [toAscii(firstName), toAscii(lastName), String(number)].filter(Boolean);
  return `${parts.join(".")}@${random.pick(["example.com", "example.org", "example.net"])}`;
}

function toAscii(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}
