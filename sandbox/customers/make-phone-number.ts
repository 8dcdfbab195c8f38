import type { Random } from "../random";

/** Only from ranges that their countries keep for fiction, so that no one's number is in here. */
export function makePhoneNumber(random: Random): string {
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
