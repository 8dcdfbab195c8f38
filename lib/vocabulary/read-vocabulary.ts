import "server-only";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import { type Colour, chooseColours, colours, mostColoured } from "./colours";
import { listLearnedValues, listNamedTerms } from "./queries";
import type { VocabularyField, VocabularyView } from "./views";

type Reading = { startedMs: number; vocabulary: Promise<VocabularyView> };

const own = processWide("earshotVocabulary", (): { reading?: Reading | undefined } => ({}));

/** What others change is known after so long. */
const freshMs = 1_000;

/** What values are called: one small query, shared by everybody who asks within a second. */
export function readVocabulary(): Promise<VocabularyView> {
  const nowMs = performance.now();
  const last = own().reading;
  if (last && nowMs - last.startedMs < freshMs) return last.vocabulary;
  const vocabulary = Promise.all([listNamedTerms(), readStatusColours()]).then(
    ([terms, statusColours]): VocabularyView => ({
      ...{ status: toMap(terms, "status"), campaign: toMap(terms, "campaign"), statusColours },
    }),
  );
  const reading = { startedMs: nowMs, vocabulary };
  own().reading = reading;
  // A failure is told to those who asked, and not kept for others.
  vocabulary.catch(() => {
    if (own().reading === reading) own().reading = undefined;
  });
  return vocabulary;
}

/** From now on, what was read before is out of date. */
export function forgetVocabulary(): void {
  own().reading = undefined;
}

function toMap(
  terms: Awaited<ReturnType<typeof listNamedTerms>>,
  of: VocabularyField,
): VocabularyView[VocabularyField] {
  return new Map(
    terms.filter(({ field }) => field === of).map(({ field: _, value, ...term }) => [value, term]),
  );
}

const colouring = processWide("earshotStatusColours", (): { beganMs?: number } => ({}));

/** The automatic colours, and in the background one for each status that came since. */
export async function readStatusColours(): Promise<ReadonlyMap<string, Colour>> {
  const rows = await db().statusColour.findMany({ select: { status: true, colour: true } });
  const chosen = new Map(
    rows.flatMap(({ status, colour }): [string, Colour][] => {
      const known = colours.find((one) => one === colour);
      return known ? [[status, known]] : [];
    }),
  );
  const nowMs = performance.now();
  if (nowMs - (colouring().beganMs ?? Number.NEGATIVE_INFINITY) > chooseEveryMs) {
    colouring().beganMs = nowMs;
    colourNewStatuses().catch((error: unknown) =>
      log().warn({ err: error }, "new statuses got no colour"),
    );
  }
  return chosen;
}

const chooseEveryMs = 10_000;

/** Gives statuses that have no colour one, those with the most calls first. Idempotent. */
export async function colourNewStatuses(): Promise<void> {
  const [{ values }, rows] = await Promise.all([
    listLearnedValues("status", mostColoured),
    db().statusColour.findMany({ select: { status: true, colour: true } }),
  ]);
  const taken = new Map(rows.map(({ status, colour }) => [status, colour]));
  const fresh = values.flatMap(({ value }) => (taken.has(value) ? [] : [value]));
  const data = chooseColours(fresh.slice(0, Math.max(mostColoured - taken.size, 0)), taken);
  if (data.length > 0) await db().statusColour.createMany({ data, skipDuplicates: true });
}
