import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { wantZone } from "@/lib/recordings/totals/run-totals";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { mergeTerms } from "./arrange-terms";
import { listLearnedValues, mostListed } from "./queries";
import { readVocabulary } from "./read-vocabulary";
import type { TermListView, VocabularyView } from "./views";
import type { VocabularyField } from "./vocabulary-field";

/** What statuses and campaigns are called, for whoever is signed in. */
export async function loadVocabulary(): Promise<VocabularyView> {
  await requireViewer();
  return readVocabulary();
}

/** Every value of both fields, and whether this person may name them. */
export async function loadTermLists(): Promise<
  Record<VocabularyField, TermListView> & { canChange: boolean }
> {
  const viewer = await requireViewer({ returnTo: "/settings/vocabulary" });
  wantZone(await viewerTimeZone());
  const [status, campaign] = await Promise.all([listTerms("status"), listTerms("campaign")]);
  return { status, campaign, canChange: viewer.role === "administrator" };
}

async function listTerms(field: VocabularyField): Promise<TermListView> {
  const [learned, vocabulary] = await Promise.all([
    listLearnedValues(field, mostListed),
    readVocabulary(),
  ]);
  const { values, total } = learned;
  return {
    terms: mergeTerms(values, vocabulary[field], { isWhole: total !== null }),
    more: total === null ? null : total - values.length,
  };
}
