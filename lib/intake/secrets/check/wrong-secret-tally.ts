import "server-only";
import { z } from "zod";
import { processWide } from "@/lib/platform/process/process-wide";
import { newTopic } from "@/lib/platform/process/topic";
import { budgets } from "@/lib/platform/settings/budgets";

/** Requests with a wrong secret in the last hour. */
const wrongSecretsSchema = z.object({
  requests: z.number(),
  addresses: z.number(),
  /** There were more addresses than are kept. */
  areMoreAddresses: z.boolean(),
});

export type WrongSecrets = z.infer<typeof wrongSecretsSchema>;

/** From whoever recognizes secrets: requests with a wrong one. Null: none in the last hour. */
export const wrongSecrets = newTopic("wrong-secrets", wrongSecretsSchema.nullable());

/** Of this process. */
export const wrongSecretTally = processWide("earshotWrongSecrets", () => new WrongSecretTally());

/** What was refused in the last hour, here or by the gateway before us; null: nothing. */
export function getWrongSecrets(): WrongSecrets | null {
  const told = wrongSecrets.last();
  return told === undefined ? getRefusedHere() : told;
}

/** The same of this process alone. */
export function getRefusedHere(): WrongSecrets | null {
  const lastHour = wrongSecretTally().lastHour(new Date());
  return lastHour.requests > 0 ? lastHour : null;
}

/**
 * Counts requests with a wrong secret by minute and address, over the last hour, in a memory that
 * does not grow however many there are. It says which are worth a line in the log.
 */
export class WrongSecretTally {
  readonly #minutes: Minute[] = [];
  /** The one that was seen longest ago comes first. */
  readonly #addresses = new Map<string, { minute: number; requests: number }>();
  #lastForgotten = Number.NEGATIVE_INFINITY;

  /** True for the first few of an address in a minute, while not too many of all were logged. */
  count(address: string, now: Date): boolean {
    const minute = this.#minuteOf(now);
    minute.requests++;
    const inMinute = this.#countAddress(address, minute.number);
    if (inMinute > loggedOfAddress || minute.logged >= logged) return false;
    minute.logged++;
    return true;
  }

  /** True once an address, or all of them together, sent more in this minute than mistakes explain. */
  isFlooding(address: string, now: Date): boolean {
    const seen = this.#addresses.get(address);
    const ofAddress = seen?.minute === toMinute(now) ? seen.requests : 0;
    return ofAddress > mostOfAddress || this.#minuteOf(now).requests > ofAll;
  }

  lastHour(now: Date): WrongSecrets {
    const since = toMinute(now) - minutesKept;
    const minutes = this.#minutes.filter(({ number }) => number > since);
    const recent = [...this.#addresses.values()].filter(({ minute }) => minute > since);
    return {
      requests: minutes.reduce((sum, { requests }) => sum + requests, 0),
      addresses: recent.length,
      areMoreAddresses: this.#lastForgotten > since,
    };
  }

  #minuteOf(now: Date): Minute {
    const number = toMinute(now);
    const slot = number % minutesKept;
    const kept = this.#minutes[slot];
    if (kept?.number === number) return kept;
    const fresh = { number, requests: 0, logged: 0 };
    this.#minutes[slot] = fresh;
    return fresh;
  }

  #countAddress(address: string, minute: number): number {
    const seen = this.#addresses.get(address);
    const requests = seen?.minute === minute ? seen.requests + 1 : 1;
    this.#addresses.delete(address);
    this.#addresses.set(address, { minute, requests });
    if (this.#addresses.size > addresses) this.#forgetOldest();
    return requests;
  }

  #forgetOldest(): void {
    const [oldest] = this.#addresses;
    if (!oldest) return;
    const [address, { minute }] = oldest;
    this.#addresses.delete(address);
    this.#lastForgotten = Math.max(this.#lastForgotten, minute);
  }
}

type Minute = { number: number; requests: number; logged: number };

const {
  loggedOfAddress,
  logged,
  ofAddress: mostOfAddress,
  ofAll,
  addresses,
} = budgets.wrongSecrets;
const minutesKept = 60;

function toMinute(instant: Date): number {
  return Math.floor(instant.getTime() / 60_000);
}
