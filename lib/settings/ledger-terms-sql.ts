import "server-only";
import type { Transaction } from "@/lib/platform/database/transaction";
import { parseRetryWindow, retryWindowName } from "./schema";

/**
 * Whether nothing writes beside us that knows the former form alone: an upgrade gives the version
 * before an hour, in which all is written as it knows it.
 */
export async function isLedgerLean(client: Transaction): Promise<boolean> {
  return (await readTerms(client)).isLean;
}

/** For how long after a payload the same one counts as its retry; 0: never. */
export async function readRetryWindowMs(client: Transaction): Promise<number> {
  return parseRetryWindow((await readTerms(client)).window).minutes * 60_000;
}

type Terms = { isLean: boolean; window: unknown };

/** Asked once in a transaction, however often it is looked at. */
function readTerms(client: Transaction): Promise<Terms> {
  const terms = termsOf.get(client) ?? fetchTerms(client);
  termsOf.set(client, terms);
  return terms;
}

const termsOf = new WeakMap<Transaction, Promise<Terms>>();

async function fetchTerms(client: Transaction): Promise<Terms> {
  const [terms] = await client.$queryRaw<Terms[]>`
    SELECT NOT EXISTS (SELECT FROM ledger_form WHERE lean_from > now()) AS "isLean",
      (SELECT value FROM setting WHERE name = ${retryWindowName}) AS window`;
  return terms ?? { isLean: false, window: null };
}
