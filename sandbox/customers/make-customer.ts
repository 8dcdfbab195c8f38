import { createRandom, type Random } from "../numbers/random";
import { type Campaign, campaigns } from "./campaigns";

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

/** Names in Latin letters, with and without marks, and in others, as real lists have them. */
const firstNames = [
  { name: "Amara", gender: "female" },
  { name: "Beatriz", gender: "female" },
  { name: "Chloé", gender: "female" },
  { name: "Dilnoza", gender: "female" },
  { name: "Eilidh", gender: "female" },
  { name: "Fatima", gender: "female" },
  { name: "Grace", gender: "female" },
  { name: "Hana", gender: "female" },
  { name: "Ingrid", gender: "female" },
  { name: "Joana", gender: "female" },
  { name: "Katarzyna", gender: "female" },
  { name: "Leilani", gender: "female" },
  { name: "Mei-Ling", gender: "female" },
  { name: "Niamh", gender: "female" },
  { name: "Olivia", gender: "female" },
  { name: "Priya", gender: "female" },
  { name: "Rosa María", gender: "female" },
  { name: "Siobhán", gender: "female" },
  { name: "Thảo", gender: "female" },
  { name: "Yuki", gender: "female" },
  { name: "Zoë", gender: "female" },
  { name: "小丽", gender: "female" },
  { name: "Abel", gender: "male" },
  { name: "Björn", gender: "male" },
  { name: "Carlos", gender: "male" },
  { name: "Deepak", gender: "male" },
  { name: "Emre", gender: "male" },
  { name: "François", gender: "male" },
  { name: "George", gender: "male" },
  { name: "Hamza", gender: "male" },
  { name: "Ivan", gender: "male" },
  { name: "Jean-Luc", gender: "male" },
  { name: "Kofi", gender: "male" },
  { name: "Łukasz", gender: "male" },
  { name: "Matteo", gender: "male" },
  { name: "Nikhil", gender: "male" },
  { name: "Oluwaseun", gender: "male" },
  { name: "Pablo", gender: "male" },
  { name: "Rory", gender: "male" },
  { name: "Søren", gender: "male" },
  { name: "Tomáš", gender: "male" },
  { name: "Viktor", gender: "male" },
  { name: "William", gender: "male" },
  { name: "Алексей", gender: "male" },
  { name: "Alex", gender: "non-binary" },
  { name: "Robin", gender: "non-binary" },
  { name: "Sasha", gender: "unknown" },
  { name: "Kim", gender: "unknown" },
] as const;

const lastNames = [
  "Abebe",
  "Adeyemi",
  "Andersson",
  "Bajracharya",
  "Baker",
  "Bianchi",
  "Brown",
  "Chaudhary",
  "Chen",
  "Clarke",
  "da Silva",
  "de la Cruz",
  "Dubois",
  "Eriksen",
  "Fernández",
  "Fischer",
  "García",
  "Gruber",
  "Gurung",
  "Haddad",
  "Hughes",
  "Ivanova",
  "Jansen",
  "Johnson",
  "Kaya",
  "Kowalska",
  "Lefèvre",
  "Lopez",
  "MacDonald",
  "Mensah",
  "Müller",
  "Nakamura",
  "Nguyễn",
  "Novák",
  "Ó Briain",
  "O'Connor",
  "Okafor",
  "Papadopoulou",
  "Patel",
  "Reyes",
  "Rossi",
  "Sato",
  "Schmidt-Weber",
  "Singh",
  "Smith",
  "Sørensen",
  "Thapa",
  "Tremblay",
  "van den Berg",
  "Williams",
  "Yılmaz",
  "Žukauskas",
] as const;

/** Only from ranges that their countries keep for fiction, so that no one's number is in here. */
function makePhoneNumber(random: Random): string {
  return random.pickWeighted(fictionalRanges)(random);
}

const fictionalRanges = [
  [(random: Random) => `+1${random.pick(areaCodes)}55501${digits(random, 2)}`, 55],
  [(random: Random) => `+442079460${digits(random, 3)}`, 10],
  [(random: Random) => `+441632960${digits(random, 3)}`, 8],
  [(random: Random) => `+447700900${digits(random, 3)}`, 8],
  [(random: Random) => `+6125550${digits(random, 4)}`, 6],
  [(random: Random) => `+3319900${digits(random, 4)}`, 5],
  [(random: Random) => `+493023125${digits(random, 3)}`, 5],
  [(random: Random) => `+468465004${digits(random, 2)}`, 3],
] as const;

const areaCodes = [
  "202",
  "206",
  "212",
  "213",
  "214",
  "303",
  "305",
  "312",
  "313",
  "404",
  "408",
  "415",
  "416",
  "503",
  "504",
  "512",
  "514",
  "602",
  "604",
  "612",
  "615",
  "617",
  "702",
  "713",
  "718",
  "773",
  "808",
  "902",
  "907",
  "919",
] as const;

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.integer(0, 9)).join("");
}
