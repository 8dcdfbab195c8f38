import "server-only";
import * as crypto from "better-auth/crypto";
import { processWide } from "@/lib/platform/process/process-wide";
import { budgets } from "@/lib/platform/settings/budgets";

/**
 * Hashes a password as the sign-in library stores it, when two others aren't being hashed. Slow on
 * purpose, so it belongs before a transaction, never inside.
 */
export function hashPassword(password: string): Promise<string> {
  return whenItsTurn(() => crypto.hashPassword(password));
}

/** Whether the password belongs to the hash; costs as much, and waits for its turn in the same way. */
export function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  return whenItsTurn(() => crypto.verifyPassword(given));
}

/**
 * Does what a stranger asks for and passwords are hashed for, unless so many are at it already, all
 * in all or from this address, that it is better to come again in a moment.
 */
export async function unlessCrowded<T>(address: string, work: () => Promise<T>) {
  const { addresses } = crowd();
  const ofAddress = addresses.filter((known) => known === address);
  if (addresses.length >= places || ofAddress.length >= placesOfAddress) return "busy";
  addresses.push(address);
  try {
    return await work();
  } finally {
    addresses.splice(addresses.indexOf(address), 1);
  }
}

/**
 * A hash fills one of the threads that the journal writes with, and one of the processor's cores,
 * for about a tenth of a second; so the places are a second or two of hashing, and nobody alone keeps
 * all others out.
 */
const { hashes: mostHashing, places, placesOfAddress } = budgets.signIn;

async function whenItsTurn<T>(hash: () => Promise<T>): Promise<T> {
  const { waiting } = crowd();
  if (crowd().hashing < mostHashing) crowd().hashing++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await hash();
  } finally {
    // Whoever waits takes the turn over, so that nobody who comes now is faster.
    const next = waiting.shift();
    if (next) next();
    else crowd().hashing--;
  }
}

type Crowd = { addresses: string[]; hashing: number; waiting: (() => void)[] };

const crowd = processWide(
  "earshotSignInCrowd",
  (): Crowd => ({ addresses: [], hashing: 0, waiting: [] }),
);
