import "server-only";
import { processWide } from "@/lib/platform/process/process-wide";
import { listNamedTerms } from "./queries";
import type { VocabularyView } from "./views";

type Reading = { startedMs: number; vocabulary: Promise<VocabularyView> };

const own = processWide("earshotVocabulary", (): { reading?: Reading | undefined } => ({}));

/** What others change is known after so long. */
const freshMs = 1_000;

/** What values are called: one small query, shared by everybody who asks within a second. */
export function readVocabulary(): Promise<VocabularyView> {
  const nowMs = performance.now();
  const last = own().reading;
  if (last && nowMs - last.startedMs < freshMs) return last.vocabulary;
  const vocabulary = listNamedTerms().then(
    (terms): VocabularyView => ({
      status: toMap(terms, "status"),
      campaign: toMap(terms, "campaign"),
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
  of: keyof VocabularyView,
): VocabularyView[typeof of] {
  return new Map(
    terms.filter(({ field }) => field === of).map(({ field: _, value, ...term }) => [value, term]),
  );
}
